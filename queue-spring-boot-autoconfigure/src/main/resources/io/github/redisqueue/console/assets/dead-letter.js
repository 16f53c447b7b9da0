/** One dead letter: why it died, what it contains, and what can be done. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import * as actions from './actions.js';
import { get, ofQueue, serverTime } from './api.js';
import { editable, headers, history, payload } from './contents.js';
import { bytes, number, timeAndDistance } from './format.js';
import { exception, facts, queueHeading, reason } from './parts.js';
import { toDeadLetters, toJob } from './routes.js';
import { state } from './store.js';

export const deadLetterPage = {

	title: ({ queue, parameters }) => `Dead letter ${parameters.id} of ${queue}`,

	async load({ queue, parameters }, signal) {
		try {
			return { letter: await get(ofQueue(queue, 'dead-letters'), { id: parameters.id }, signal) };
		}
		catch (error) {
			if (error.status === 404) {
				return { problem: error.message };
			}
			throw error;
		}
	},

	view({ letter, problem }, { queue, parameters }) {
		return html`
			${queueHeading(queue, 'dead-letters')}
			<p><a href=${toDeadLetters(queue)}>All dead letters of ${queue}</a></p>
			${letter ? shown(letter, queue) : html`<p class="empty" role="status">${problem}.
				<a href=${toJob(queue, parameters.id)}>Is it a job again?</a></p>`}`;
	}

};

function shown(letter, queue) {
	const now = serverTime();
	return html`<section aria-labelledby="letter"><h2 id="letter">Dead letter <code>${letter.id}</code></h2>
		<p class="cause">${exception(letter)} <span class="message">${letter.message ?? ''}</span></p>
		${state.session.readOnly ? nothing : buttons(letter, queue)}
		${facts([
			['Reason', reason(letter.reason)],
			['Buried', timeAndDistance(letter.buriedAt, now)],
			['Worker', letter.worker],
			['Failures', number(letter.failures)],
			['Crashes', number(letter.crashes)],
			['First failure', letter.firstFailure ? timeAndDistance(letter.firstFailure, now) : undefined],
			['Last failure', letter.lastFailure ? timeAndDistance(letter.lastFailure, now) : undefined],
			['Group', letter.group],
			['Size', bytes(letter.bytes)]
		])}
		${history(letter)}
		${payload(letter)}
		${headers(letter)}
		${letter.stackTrace ? html`<h3 id="trace">Stack trace</h3>
			<pre tabindex="0" role="region" aria-labelledby="trace">${letter.stackTrace}</pre>` : nothing}
	</section>`;
}

function buttons(letter, queue) {
	return html`<div class="buttons">
		<button type="button" class="primary" @click=${() => actions.redriveOne(queue, letter.id)}>Redrive…</button>
		<button type="button" @click=${() => actions.redriveEdited(queue, letter.id, editable(letter))}>Edit and redrive…</button>
		<button type="button" class="danger" @click=${() => actions.purgeOne(queue, letter.id)}>Delete…</button>
	</div>`;
}
