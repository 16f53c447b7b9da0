/** The report of the last audit of a queue. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import * as actions from './actions.js';
import { cell, header, rowHeader, table } from './parts.js';
import { update } from './store.js';

let last = null;

export async function checkData(queue) {
	const report = await actions.audit(queue);
	last = report ? { queue, report } : null;
	update({});
}

export function auditReport(queue) {
	if (last?.queue !== queue) {
		return nothing;
	}
	const { findings = [] } = last.report;
	return html`<section aria-labelledby="audit"><h2 id="audit">Check of the data</h2>
		${findings.length ? table('Findings', ['Rule', 'Job or key', 'Detail', 'Remedy'].map((name) => header(name)),
			findings.map((finding) => html`<tr role="row">
				${rowHeader(finding.rule)}
				${cell('Job or key', finding.id ?? finding.key ?? '')}
				${cell('Detail', finding.detail ?? '')}
				${cell('Remedy', finding.remedy ?? '')}
			</tr>`)) : html`<p class="empty">Nothing was found.</p>`}</section>`;
}
