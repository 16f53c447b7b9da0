/** The report of the last check of a queue's data. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import * as actions from './actions.js';
import { number } from './format.js';
import { cell, facts, header, rowHeader, table } from './parts.js';
import { state, update } from './store.js';

let last = null;

export async function checkData(queue) {
	keep(queue, await actions.audit(queue));
}

async function repair(queue, count) {
	keep(queue, await actions.repair(queue, count));
}

function keep(queue, report) {
	if (report) {
		last = { queue, report };
		update({});
	}
}

export function auditReport(queue) {
	if (last?.queue !== queue) {
		return nothing;
	}
	const { findings = [], ...others } = last.report;
	const numbers = Object.entries(others).filter(([, value]) => typeof value === 'number');
	const repairable = findings.filter(({ remedy }) => remedy === 'REPAIR').length;
	return html`<section aria-labelledby="audit"><h2 id="audit">Check of the data</h2>
		${facts(numbers.map(([name, value]) => [name, number(value)]))}
		${findings.length ? table('Findings', ['Rule', 'Job or key', 'Detail', 'Remedy'].map((name) => header(name)),
			findings.map((finding) => html`<tr role="row">
				${rowHeader(finding.rule)}
				${cell('Job or key', finding.id ?? finding.key ?? '')}
				${cell('Detail', finding.detail ?? '')}
				${cell('Remedy', finding.remedy ?? '')}
			</tr>`)) : html`<p class="empty">Nothing was found.</p>`}
		${repairable && !state.session.readOnly ? html`<div class="buttons">
			<button type="button" @click=${() => repair(queue, repairable)}>Repair…</button></div>` : nothing}</section>`;
}
