/** One queue: why it stands still, its numbers over time, limits, schedules and listeners. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import { repeat } from './vendor/lit-html/directives/repeat.js';
import * as actions from './actions.js';
import { get, ofQueue, serverTime } from './api.js';
import { reasons } from './attention.js';
import { auditReport, checkData } from './audit.js';
import { className, duration, number, rate, time, timeAndDistance, whole } from './format.js';
import { instancesOf } from './instances.js';
import { badge, cell, facts, header, queueHeading, rowHeader, table } from './parts.js';
import { toDeadLetters, toJob, toJobs } from './routes.js';
import { state } from './store.js';
import './charts.js';

export const queuePage = {

	title: ({ queue }) => queue,

	load: ({ queue }, signal) => get(ofQueue(queue), {}, signal),

	view(queue) {
		const now = serverTime();
		return html`
			${queueHeading(queue.name, 'queue', queue.counts)}
			${why(queue, now)}
			${auditReport(queue.name)}
			${queue.error ? nothing : [counts(queue), charts(queue), limits(queue), schedules(queue, now),
				listeners(queue, now), instancesOf(queue, now)]}`;
	}

};

const LEVEL_NAMES = { error: 'Stuck', warning: 'Attention', note: 'Note', fine: 'Fine' };

function why(queue, now) {
	const all = reasons(queue, now);
	return html`<section aria-labelledby="why"><h2 id="why">${all[0].level === 'error' ? 'Why nothing moves' : 'How it goes'}</h2>
		<ul class="reasons">${all.map((reason) => html`<li class=${reason.level}>
			${badge(reason.level, LEVEL_NAMES[reason.level])} <span>${reason.text}</span>
			${reason.link ? html`<a href=${reason.link.href}>${reason.link.text}</a>` : nothing}
		</li>`)}</ul>
		${state.session.readOnly ? nothing : buttons(queue)}</section>`;
}

function counts(queue) {
	const { name, counts: { ready, delayed, waiting, leased, dead, oldestAgeMs }, rates = {}, type, shards } = queue;
	const link = (status, value) => html`<a href=${toJobs(name, { state: status })}>${number(value)}</a>`;
	return html`<section aria-labelledby="now"><h2 id="now">Now</h2>
		${facts([
			['Ready', link('ready', ready)],
			['Delayed', link('delayed', delayed)],
			['Waiting', link('waiting', waiting)],
			['Leased', link('leased', leased)],
			['Dead letters', html`<a href=${toDeadLetters(name)}>${number(dead)}</a>`],
			['Oldest ready job', oldestAgeMs === undefined ? undefined : duration(oldestAgeMs)],
			['In', rate(rates.sent)],
			['Out', rate(rates.handled)],
			['Failed', rate(rates.failed)],
			['Type', shards > 1 ? `${type}, ${shards} shards` : type],
			['Limits', limitsOf(queue).length ? undefined : 'none'],
			['Schedules', queue.schedules?.length || queue.schedulesError ? undefined : 'none']
		])}</section>`;
}

function charts({ history }) {
	if (!history?.at?.length) {
		return nothing;
	}
	const line = (name, key, colour, dash) => ({ name, colour, dash, values: history[key] });
	const percentiles = (key) => [line('p50', `${key}P50`, '--chart-1'), line('p95', `${key}P95`, '--chart-2', [6, 3]),
		line('p99', `${key}P99`, '--chart-3', [2, 3])].map((one) => ({ ...one, isSparse: true }));
	const all = [
		['Jobs in the queue', whole, [line('ready', 'ready', '--chart-1'), line('delayed', 'delayed', '--chart-2', [6, 3]),
			line('waiting', 'waiting', '--chart-3', [2, 3])]],
		['Leased jobs', whole, [line('leased', 'leased', '--chart-1')]],
		['Jobs per second', rate, [line('in', 'sent', '--chart-1'), line('out', 'handled', '--chart-2', [6, 3]),
			line('failed', 'failed', '--chart-bad', [2, 3])]],
		['Time from ready to leased', duration, percentiles('wait')],
		['Time of handling', duration, percentiles('handling')]
	];
	return html`<section aria-labelledby="past"><h2 id="past">The last ${duration(history.at.at(-1) - history.at[0])}</h2>
		<div class="charts">${all.map(([label, format, lines]) => html`<figure>
			<figcaption>${label}</figcaption>
			${lines.some(({ values }) => values?.some((value) => value !== null))
				? html`<queue-chart .chart=${{ label, at: history.at, lines, format }}></queue-chart>`
				: html`<p class="empty">Nothing was measured in this instance.</p>`}
		</figure>`)}</div>
		<p class="quiet">Rates and times are those of this instance.</p></section>`;
}

function limitsOf({ limits: { rate: perTime, maxLeased, groups } }) {
	return [['Rate', perTime], ['Leased at a time', maxLeased], ['Open jobs of a group', groups?.maxConcurrent],
		['Rate of a group', groups?.rate]].filter(([, value]) => value !== undefined);
}

function limits(queue) {
	const entries = limitsOf(queue);
	return entries.length ? html`<section aria-labelledby="limits"><h2 id="limits">Limits</h2>${facts(entries)}</section>` : nothing;
}

function schedules({ schedules: all, schedulesError }, now) {
	// Java calls it Z.
	const zone = (schedule) => (schedule.zone === 'Z' ? 'UTC' : schedule.zone);
	const rows = repeat(all ?? [], (schedule) => schedule.id, (schedule) => html`<tr role="row">
		${rowHeader(schedule.id)}
		${cell('Fires', schedule.cron ? html`<code>${schedule.cron}</code> <span class="quiet">${zone(schedule)}</span>`
			: `every ${duration(schedule.everyMs)}`)}
		${cell('State', schedule.paused ? badge('warning', 'Paused') : schedule.lateMs > 0
			? badge('warning', `Late by ${duration(schedule.lateMs)}`) : badge('fine', 'On time'))}
		${cell('Next', timeAndDistance(schedule.next, now))}
		${cell('Last', timeAndDistance(schedule.last, now))}
		${cell('Fired', number(schedule.fired), 'number')}
		${cell('Skipped', number(schedule.skipped), 'number')}
	</tr>`);
	if (!all?.length && !schedulesError) {
		return nothing;
	}
	return html`<section aria-labelledby="schedules"><h2 id="schedules">Schedules</h2>
		${schedulesError ? html`<p class="bad">The schedules cannot be read: ${schedulesError}</p>` : nothing}
		${all?.length ? table('Schedules', ['Schedule', 'Fires', 'State', 'Next', 'Last'].map((name) => header(name))
			.concat(header('Fired', 'number'), header('Skipped', 'number')), rows) : nothing}</section>`;
}

function listeners({ name, listeners: all }, now) {
	return html`<section aria-labelledby="listeners"><h2 id="listeners">Listeners of this instance</h2>
		${all.length ? table('Listeners of this instance',
			['Listener', 'State', 'Busy', 'Last handled', 'Last failure'].map((title) => header(title)),
			repeat(all, (listener) => listener.id, (listener) => html`<tr role="row">
				${rowHeader(listener.id)}
				${cell('State', listenerState(listener))}
				${cell('Busy', `${number(listener.handling)} of ${number(listener.concurrency)}`)}
				${cell('Last handled', timeAndDistance(listener.lastHandled, now))}
				${cell('Last failure', listener.lastFailure ? lastFailure(name, listener.lastFailure, now) : 'none')}
			</tr>`)) : html`<p class="empty">No listener of this queue runs in this instance.</p>`}</section>`;
}

function lastFailure(queue, { at, job, exception }, now) {
	return html`<span>${timeAndDistance(at, now)}, job <a href=${toJob(queue, job)}>${job}</a><br>
		${exception.replace(/^[\w.$]+/, className)}</span>`;
}

function listenerState(listener) {
	const trouble = listener.cannotLease ?? listener.getsNoThread;
	if (trouble) {
		return html`${badge('error', listener.cannotLease ? 'Cannot lease' : 'Gets no thread')} since ${time(trouble.since)}`;
	}
	if (!listener.running) {
		return badge('warning', 'Stopped');
	}
	return listener.paused ? badge('warning', 'Paused') : badge('fine', 'Runs');
}

function buttons({ name, paused }) {
	return html`<div class="buttons" role="group" aria-label="Actions">
		${paused ? html`<button type="button" class="primary" @click=${() => actions.resume(name)}>Resume</button>`
			: html`<button type="button" @click=${() => actions.pause(name)}>Pause…</button>`}
		<button type="button" @click=${() => actions.clean(name)}>Clean…</button>
		<button type="button" @click=${() => checkData(name)}>Check the data</button>
	</div>`;
}
