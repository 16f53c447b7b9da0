/** What a job contains, and what has happened to it. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import { time } from './format.js';
import { facts } from './parts.js';

const HIDDEN = '******';

/** The payload as a text that can be edited, or undefined if it is hidden or no text. */
export function editable({ payload: text }) {
	return text === HIDDEN ? undefined : text;
}

export function payload({ payload: text, payloadBase64 }) {
	if (text === undefined && payloadBase64 === undefined) {
		return nothing;
	}
	return html`<h3 id="payload">Payload${payloadBase64 === undefined ? '' : ' (no text, shown as Base64)'}</h3>
		${text === HIDDEN ? hidden()
			: html`<pre tabindex="0" role="region" aria-labelledby="payload">${payloadBase64 ?? pretty(text)}</pre>`}`;
}

function hidden() {
	return html`<p class="empty">Hidden. The property <code>redis-queue.console.show-values</code> shows it.</p>`;
}

/** JSON with line breaks; other texts as they are, and JSON in which that would change a number. */
function pretty(text) {
	try {
		const value = JSON.parse(text);
		return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
	}
	catch {
		return text;
	}
}

export function headers({ headers: all }) {
	const entries = Object.entries(all ?? {});
	return entries.length ? html`<h3>Headers</h3>${facts(entries)}` : nothing;
}

/** The events of a job as a time line. */
export function history({ history: events }) {
	return events?.length ? html`<h3>What happened</h3>
		<ol class="events">${events.map((event) => html`<li>${time(event.at)} <strong>${event.event}</strong>
			${event.worker ? html`<span class="quiet">by ${event.worker}</span>` : nothing}
			${event.detail ? html`<span>${event.detail}</span>` : nothing}</li>`)}</ol>` : nothing;
}
