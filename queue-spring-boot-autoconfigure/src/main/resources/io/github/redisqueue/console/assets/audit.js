/** The report of the last check of a queue's data. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import * as actions from './actions.js';
import { number } from './format.js';
import { cell, facts, header, rowHeader, table } from './parts.js';
import { state, update } from './store.js';

const REMEDIES = { REPAIR: 'Repair', CLEANING: 'Cleaning', NONE: 'Look at it yourself' };

let last = null;

export async function checkData(queue) {
	keep(queue, await actions.audit(queue));
}

async function repair(queue, found, isMore) {
	keep(queue, await actions.repair(queue, found, isMore));
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
	const { looked, mended, unchecked, error, findings } = last.report;
	const total = actions.findings(last.report);
	const repairable = findings.filter(actions.isRepairable).length;
	return html`<section aria-labelledby="audit"><h2 id="audit">Check of the data</h2>
		${error ? html`<p class="bad">The report may be incomplete: ${error}</p>` : nothing}
		${facts([['Looked at', number(looked)], ['Findings', number(total)], ['Mended', number(mended)],
			['Rules not checked everywhere', unchecked.length ? unchecked.join(', ') : undefined]])}
		${total > findings.length ? html`<p class="quiet">Only the first ${number(findings.length)} are listed.</p>` : nothing}
		${findings.length ? table('Findings', ['Rule', 'Job or key', 'Detail', 'Remedy'].map((name) => header(name)),
			findings.map((finding) => html`<tr role="row">
				${rowHeader(finding.rule)}
				${cell('Job or key', finding.id ?? finding.key)}
				${cell('Detail', finding.detail)}
				${cell('Remedy', finding.mended ? 'Mended' : REMEDIES[finding.remedy] ?? finding.remedy)}
			</tr>`)) : error ? nothing : html`<p class="empty">Nothing was found.</p>`}
		${repairable && !state.session.readOnly ? html`<div class="buttons">
			<button type="button" @click=${() => repair(queue, repairable, total > findings.length)}>Repair…</button>
			</div>` : nothing}</section>`;
}
