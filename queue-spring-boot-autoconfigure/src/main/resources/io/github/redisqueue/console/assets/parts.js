/** Small parts that several views share. */
import { html, nothing, svg } from './vendor/lit-html/lit-html.js';
import { exceptionName, number } from './format.js';
import { toDeadLetters, toJobs, toQueue, toQueues } from './routes.js';

/** A cell of a table that narrow screens show as a list: there, the label stands before the content. */
export function cell(label, content, kind = '') {
	return html`<td role="cell" data-label=${label} class=${kind}>${content}</td>`;
}

/** The cell that names its row. */
export function rowHeader(content) {
	return html`<th role="rowheader" scope="row">${content}</th>`;
}

export function header(label, kind = '') {
	return html`<th role="columnheader" scope="col" class=${kind}>${label}</th>`;
}

/** A table that becomes a list on narrow screens. The roles keep it a table for screen readers there. */
export function table(caption, headers, rows) {
	return html`<table role="table" class="cards">
		<caption class="hidden">${caption}</caption>
		<thead role="rowgroup"><tr role="row">${headers}</tr></thead>
		<tbody role="rowgroup">${rows}</tbody>
	</table>`;
}

export function badge(level, text) {
	return html`<span class="badge ${level}">${text}</span>`;
}

/** Names and values. Entries without a value are left out. */
export function facts(entries) {
	return html`<dl class="facts">${entries.filter(([, value]) => value !== undefined && value !== null && value !== nothing)
		.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A line of the last numbers, oldest first. The numbers themselves stand beside it. */
export function sparkline(values) {
	if (!values || values.length < 2) {
		return nothing;
	}
	const top = Math.max(1, ...values);
	const step = 100 / (values.length - 1);
	const points = values.map((value, i) => `${(i * step).toFixed(1)},${(22 - 20 * value / top).toFixed(1)}`);
	return html`<svg class="spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" focusable="false">
		${svg`<polygon points=${`0,23 ${points.join(' ')} 100,23`}></polygon><polyline points=${points.join(' ')}></polyline>`}
	</svg>`;
}

/** The heading of a queue's pages, and the way between them. */
export function queueHeading(queue, current, counts) {
	const parts = [
		['queue', 'Overview', toQueue(queue)],
		['jobs', 'Jobs', toJobs(queue)],
		['dead-letters', 'Dead letters', toDeadLetters(queue)]
	];
	return html`
		<nav aria-label="Path" class="path"><a href=${toQueues()}>Queues</a></nav>
		<h1 tabindex="-1">${queue}</h1>
		<nav aria-label="Queue" class="tabs">${parts.map(([page, label, href]) => html`
			<a href=${href} aria-current=${page === current ? 'page' : nothing}>${label}
				${page === 'dead-letters' && counts?.dead ? html`<span class="count">${number(counts.dead)}</span>` : nothing}</a>`)}
		</nav>`;
}

export function exception(letter) {
	return letter.exception ? html`<strong>${exceptionName(letter.exception)}</strong>`
		: html`<strong>${reason(letter.reason)}</strong>`;
}

const REASONS = {
	FAILURES: 'Too many failures',
	CRASHES: 'Too many crashes',
	NOT_RETRYABLE: 'Not retryable',
	REQUESTED: 'Buried by a handler',
	UNREADABLE: 'Unreadable'
};

export const REASON_NAMES = Object.entries(REASONS);

export function reason(name) {
	return REASONS[name] ?? name;
}
