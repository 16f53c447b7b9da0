/** The jobs of a queue in one state, page by page, and the way to one of them by its id. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import { repeat } from './vendor/lit-html/directives/repeat.js';
import { get, ofQueue, serverTime } from './api.js';
import { bytes, number, plural, timeAndDistance } from './format.js';
import { cell, header, queueHeading, rowHeader, table } from './parts.js';
import { toDeadLetters, toJob, toJobs } from './routes.js';

const STATES = ['ready', 'delayed', 'waiting', 'leased'];
const ORDER = {
	ready: 'Those that are leased next come first.',
	delayed: 'Those that are due first come first.',
	waiting: 'The jobs of the groups that wait longest come first.',
	leased: 'Those that were leased first come first.'
};
const COUNT = 50;

export const jobsPage = {

	title: ({ queue }) => `Jobs of ${queue}`,

	async load({ queue, parameters }, signal) {
		const state = stateOf(parameters);
		const [{ jobs, nextCursor }, overview] = await Promise.all([
			get(ofQueue(queue, 'jobs'), { state, cursor: parameters.cursor, count: COUNT }, signal),
			get(ofQueue(queue), {}, signal)]);
		// A job that moves while the server looks may be there twice.
		return { jobs: [...new Map(jobs.map((job) => [key(job), job])).values()], nextCursor, counts: overview.counts ?? {} };
	},

	view({ jobs, nextCursor, counts }, { queue, parameters }) {
		const state = stateOf(parameters);
		return html`
			${queueHeading(queue, 'jobs', counts)}
			${find(queue)}
			<nav aria-label="State" class="states">${STATES.map((name) => html`<a href=${toJobs(queue, { state: name })}
				aria-current=${name === state ? 'page' : nothing}>${capital(name)} <span class="count">${number(counts[name])}</span></a>`)}
				<a href=${toDeadLetters(queue)}>Dead <span class="count">${number(counts.dead)}</span></a></nav>
			<section aria-labelledby="list"><h2 id="list">${capital(state)} jobs</h2>
				<p class="quiet">${ORDER[state]}</p>
				${state === 'waiting' && jobs.length ? groups(jobs, queue) : nothing}
				${jobs.length ? list(jobs, queue, state)
					: html`<p class="empty">${parameters.cursor ? 'No more jobs.' : `No job is ${state}.`}</p>`}
				${pages(queue, state, parameters.cursor, nextCursor)}
			</section>`;
	}

};

function stateOf({ state }) {
	return STATES.includes(state) ? state : 'ready';
}

function capital(text) {
	return text[0].toUpperCase() + text.slice(1);
}

/** The form that finds a job by its id. */
export function find(queue, id = '') {
	const submit = (event) => {
		event.preventDefault();
		const wanted = new FormData(event.target).get('id');
		if (wanted) {
			location.hash = toJob(queue, wanted);
		}
	};
	return html`<form class="bar" role="search" aria-label="Job" @submit=${submit}>
		<label>Job with the id <input name="id" .value=${id} required autocomplete="off" spellcheck="false"></label>
		<button type="submit">Find</button>
	</form>`;
}

/** The jobs of a page come group by group in the order in which the groups wait. */
function groups(jobs, queue) {
	const found = new Map();
	for (const job of jobs) {
		found.set(job.group, [...found.get(job.group) ?? [], job]);
	}
	return html`<h3>Groups that wait longest</h3>
		${table('Groups that wait longest', [header('Group'), header('Jobs on this page', 'number'), header('Head of the line')],
			repeat([...found].slice(0, 10), ([group]) => group, ([group, some]) => html`<tr role="row">
				${rowHeader(group)}
				${cell('Jobs on this page', number(some.length), 'number')}
				${cell('Head of the line', html`<a href=${toJob(queue, some[0].id)}>${some[0].id}</a>`)}
			</tr>`))}
		<h3>Jobs</h3>`;
}

function list(jobs, queue, state) {
	const now = serverTime();
	const columns = [
		['Group', (job) => job.group ?? '', jobs.some((job) => job.group)],
		['Ready at', (job) => timeAndDistance(job.readyAt, now), state === 'delayed'],
		['Worker', (job) => job.worker ?? '', state === 'leased'],
		['Lease ends', (job) => timeAndDistance(job.leaseEnd, now), state === 'leased'],
		['Failures', (job) => number(job.failures), true, 'number'],
		['Crashes', (job) => number(job.crashes), true, 'number'],
		['Payload', (job) => bytes(job.payloadBytes), true, 'number']
	].filter(([, , isShown]) => isShown);
	return table(`${capital(state)} jobs`, [header('Id'), ...columns.map(([name, , , kind]) => header(name, kind))],
		repeat(jobs, key, (job) => html`<tr role="row">
			${rowHeader(html`<a href=${toJob(queue, job.id)}>${job.id}</a>`)}
			${columns.map(([name, value, , kind]) => cell(name, value(job), kind))}
		</tr>`));
}

/** With shards, ids are unique in their group only. */
function key({ group = '', id }) {
	return `${group}\n${id}`;
}

function pages(queue, state, cursor, nextCursor) {
	if (!cursor && !nextCursor) {
		return nothing;
	}
	return html`<nav aria-label="Pages" class="pages">
		${cursor ? html`<a href=${toJobs(queue, { state })}>First page</a>` : nothing}
		${nextCursor ? html`<a href=${toJobs(queue, { state, cursor: nextCursor })}>Next ${plural(COUNT, 'job')}</a>` : nothing}
	</nav>`;
}
