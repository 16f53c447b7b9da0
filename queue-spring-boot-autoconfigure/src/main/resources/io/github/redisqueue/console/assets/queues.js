/** The overview: all queues, those first that need attention. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import { live } from './vendor/lit-html/directives/live.js';
import { repeat } from './vendor/lit-html/directives/repeat.js';
import { get } from './api.js';
import { LEVELS, marks, urgency } from './attention.js';
import { compact, duration, number, plural, rate } from './format.js';
import { withInstances } from './instances.js';
import { badge, cell, rowHeader, sparkline } from './parts.js';
import { replace, toQueue, toQueues } from './routes.js';

const byNumber = (value) => (queue) => value(queue) ?? -1;

/** The columns: key, name, what they are sorted by, and whether the greatest comes first. */
const COLUMNS = [
	['name', 'Queue', (queue) => queue.name.toLowerCase(), false],
	['state', 'State', urgency, false],
	['ready', 'Ready', byNumber((queue) => queue.counts?.ready), true],
	['delayed', 'Delayed', byNumber((queue) => queue.counts?.delayed), true],
	['waiting', 'Waiting', byNumber((queue) => queue.counts?.waiting), true],
	['leased', 'Leased', byNumber((queue) => queue.counts?.leased), true],
	['dead', 'Dead', byNumber((queue) => queue.counts?.dead), true],
	['trend', 'Trend', null, true],
	['oldest', 'Oldest', byNumber((queue) => queue.counts?.oldestAgeMs), true],
	['in', 'In', byNumber((queue) => queue.rates?.sent), true],
	['out', 'Out', byNumber((queue) => queue.rates?.handled), true],
	['listeners', 'Listeners', byNumber((queue) => queue.listeners?.handling), true]
];

export const queuesPage = {

	title: () => 'Queues',

	load: async (route, signal) => withInstances(await get('queues', {}, signal)),

	view({ queues }, { parameters }) {
		const urgent = queues.filter((queue) => urgency(queue) < LEVELS.indexOf('note')).length;
		const shown = sorted(queues.filter(matches(parameters)), parameters);
		return html`
			<h1 tabindex="-1">Queues</h1>
			<p class="lead">${plural(queues.length, 'queue')}.
				${urgent
					? html`<strong>${urgent === 1 ? '1 needs' : `${number(urgent)} need`} attention.</strong>` : 'None needs attention.'}</p>
			${filters(parameters, shown.length)}
			${shown.length ? rows(shown, parameters) : html`<p class="empty">No queue matches.</p>`}
			<p class="quiet">Counts are those of all instances; rates and listeners those of this instance.</p>`;
	}

};

function filters(parameters, count) {
	const set = (changes) => replace(toQueues({ ...parameters, ...changes }));
	return html`<form class="bar" role="search" aria-label="Queues" @submit=${(event) => event.preventDefault()}>
		<label>Name contains <input type="search" name="filter" autocomplete="off" .value=${live(parameters.filter ?? '')}
			@input=${(event) => set({ filter: event.target.value })}></label>
		<label class="check"><input type="checkbox" name="attention" .checked=${live(parameters.attention === '1')}
			@change=${(event) => set({ attention: event.target.checked ? '1' : '' })}> Only what needs attention</label>
		<label class="only-narrow">Sort by <select name="sort" @change=${(event) => set({ sort: event.target.value, reverse: '' })}>
			${COLUMNS.filter(([, , by]) => by).map(([key, name]) => html`<option
				value=${key} .selected=${key === sortKey(parameters)}>${name}</option>`)}
		</select></label>
		<span class="quiet" role="status">${plural(count, 'queue')} shown</span>
	</form>`;
}

function matches({ filter, attention }) {
	const text = (filter ?? '').trim().toLowerCase();
	return (queue) => queue.name.toLowerCase().includes(text)
		&& (attention !== '1' || urgency(queue) < LEVELS.indexOf('note'));
}

function sortKey({ sort }) {
	return COLUMNS.some(([key, , by]) => key === sort && by) ? sort : 'state';
}

function sorted(queues, parameters) {
	const key = sortKey(parameters);
	const [, , by, descending] = COLUMNS.find(([name]) => name === key);
	const sign = (descending ? -1 : 1) * (parameters.reverse === '1' ? -1 : 1);
	const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
	return queues.map((queue) => [by(queue), queue])
		.sort(([a, one], [b, other]) => sign * compare(a, b) || compare(one.name, other.name))
		.map(([, queue]) => queue);
}

function rows(queues, parameters) {
	return html`<table role="table" class="cards queues">
		<caption class="hidden">Queues</caption>
		<thead role="rowgroup"><tr role="row">${COLUMNS.map((column) => columnHeader(column, parameters))}</tr></thead>
		<tbody role="rowgroup">${repeat(queues, (queue) => queue.name, row)}</tbody>
	</table>`;
}

function columnHeader([key, name, by, descending], parameters) {
	const kind = ['name', 'state', 'trend'].includes(key) ? '' : 'number';
	if (!by) {
		return html`<th role="columnheader" scope="col" class=${kind}>${name}</th>`;
	}
	const isChosen = sortKey(parameters) === key;
	const isReversed = isChosen && parameters.reverse === '1';
	const isDown = descending !== isReversed;
	const sort = () => replace(toQueues({ ...parameters, sort: key, reverse: isChosen && !isReversed ? '1' : '' }));
	return html`<th role="columnheader" scope="col" class=${kind}
		aria-sort=${isChosen ? (isDown ? 'descending' : 'ascending') : nothing}>
		<button type="button" class="sort" @click=${sort}>${name}<span class="arrow"
			aria-hidden="true">${isChosen ? (isDown ? '▼' : '▲') : ''}</span></button>
	</th>`;
}

function row(queue) {
	const level = LEVELS[urgency(queue)];
	const { counts = {}, rates = {}, listeners = {} } = queue;
	const shards = queue.shards > 1 ? `, ${queue.shards} shards` : '';
	return html`<tr role="row" class=${level}>
		${rowHeader(html`<a href=${toQueue(queue.name)}>${queue.name}</a> <span class="quiet">${queue.type}${shards}</span>`)}
		${cell('State', stateOf(queue), 'state')}
		${count('Ready', counts.ready)}
		${count('Delayed', counts.delayed)}
		${count('Waiting', counts.waiting)}
		${count('Leased', counts.leased)}
		${count('Dead', counts.dead)}
		${cell('Trend', sparkline(queue.spark), 'trend')}
		${cell('Oldest', counts.oldestAgeMs === undefined ? '' : duration(counts.oldestAgeMs), 'number')}
		${cell('In', rate(rates.sent), 'number')}
		${cell('Out', html`${rate(rates.handled)}${rates.failed
			? html`<br><span class="bad">${rate(rates.failed)} failed</span>` : nothing}`, 'number')}
		${cell('Listeners', listeners.count
			? html`${listeners.running}/${listeners.count}<br><span class="quiet">${number(listeners.handling)} busy</span>`
			: html`<span class="quiet">${queue.instances?.some(({ alive }) => alive) ? 'elsewhere' : 'none'}</span>`, 'number')}
	</tr>`;
}

function count(label, value) {
	return cell(label, html`<span class=${value ? '' : 'zero'} title=${number(value)}>${compact(value)}</span>`, 'number');
}

function stateOf(queue) {
	const found = marks(queue);
	const trouble = queue.error ?? queue.listeners?.trouble;
	return html`${found.length ? found.map((mark) => badge(mark.level, mark.text)) : badge('fine', 'Fine')}
		${trouble ? html`<span class="trouble">${trouble}</span>` : nothing}`;
}
