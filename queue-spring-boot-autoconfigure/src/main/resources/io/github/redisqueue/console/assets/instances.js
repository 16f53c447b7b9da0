/** The instances whose listeners handle a queue, as they have announced themselves in Redis. */
import { html } from './vendor/lit-html/lit-html.js';
import { clock, number, time, timeAndDistance } from './format.js';
import { badge, cell, header, rowHeader, table } from './parts.js';
import { state } from './store.js';

/** How many are named in a sentence. */
const NAMED = 3;

/** The queues of the overview, each with its instances as a single queue has them. */
export function withInstances({ queues, instances, ...others }) {
	return { ...others, queues: queues.map((queue) => ({ ...queue,
		instances: instances?.filter((instance) => instance.queues.includes(queue.name)) })) };
}

/** Whether it is known that no instance listens to a queue. */
export function isDeserted({ instances, listeners }) {
	const own = listeners?.count ?? listeners?.length ?? 0;
	return own === 0 && instances !== undefined && !instances.some(({ alive }) => alive);
}

/**
 * Who has a listener for a queue for which this instance has none, as a sentence. A listener that is stopped belongs to them.
 */
export function whoListens({ instances, instancesError }) {
	if (instances === undefined) {
		return `This instance has no listener for the queue, and it is unknown whether others have: ${instancesError}`;
	}
	const alive = instances.filter((instance) => instance.alive);
	if (alive.length > 0) {
		return `This instance has no listener for the queue. ${names(alive)} ${alive.length === 1 ? 'has' : 'have'} one.`;
	}
	const last = instances.reduce((latest, one) => (latest && latest.seen > one.seen ? latest : one), undefined);
	return last ? `No instance listens to this queue. The last one that did, ${last.id}, was seen at ${clock(last.seen)} for the `
		+ 'last time: it has crashed, hangs, or cannot reach Redis.' : 'No instance listens to this queue.';
}

function names(instances) {
	const named = instances.slice(0, NAMED).map(({ id }) => id);
	const more = instances.length - named.length;
	if (more > 0) {
		return `${named.join(', ')} and ${number(more)} more`;
	}
	return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named[0];
}

export function instancesOf({ instances, instancesError }, now) {
	return html`<section aria-labelledby="instances"><h2 id="instances">Instances that listen</h2>
		${instances === undefined ? html`<p class="bad">The instances cannot be read: ${instancesError}</p>`
			: instances.length ? table('Instances that listen', ['Instance', 'State', 'Since', 'Last seen'].map((name) => header(name)),
				instances.map((instance) => html`<tr role="row">
					${rowHeader(html`${instance.id}${instance.id === state.session.instance
						? html` <span class="quiet">this one</span>` : ''}`)}
					${cell('State', instance.alive ? badge('fine', 'Alive') : badge('warning', 'Not seen any more'))}
					${cell('Since', time(instance.since))}
					${cell('Last seen', timeAndDistance(instance.seen, now))}
				</tr>`)) : html`<p class="empty">None.</p>`}</section>`;
}
