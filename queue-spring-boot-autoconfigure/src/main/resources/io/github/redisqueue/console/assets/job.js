/** One job, found by its id. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import * as actions from './actions.js';
import { get, ofQueue, serverTime } from './api.js';
import { bytes, number, timeAndDistance } from './format.js';
import { find } from './jobs.js';
import { badge, facts, queueHeading } from './parts.js';
import { headers, history, payload } from './contents.js';
import { toDeadLetters, toJob } from './routes.js';
import { state } from './store.js';

const OBSTACLES = { PAUSED: 'The queue is paused.', RATE_LIMIT: 'The rate limit of the queue is reached.',
	MAX_LEASED: 'As many jobs are leased as the limit allows.', GROUPS: 'Others of its group are not done.' };

export const jobPage = {

	title: ({ queue, parameters }) => `Job ${parameters.id} of ${queue}`,

	async load({ queue, parameters }, signal) {
		try {
			return { job: await get(ofQueue(queue, 'jobs'), { id: parameters.id }, signal) };
		}
		catch (error) {
			if (error.status === 404) {
				return { problem: error.message };
			}
			throw error;
		}
	},

	view({ job, problem }, { queue, parameters }) {
		return html`
			${queueHeading(queue, 'jobs')}
			${find(queue, parameters.id)}
			${job ? shown(job, queue) : html`<p class="empty" role="status">${problem}. It may have been completed.</p>`}`;
	}

};

function shown(job, queue) {
	return job.state in ABSENT ? absent(job) : there(job, queue);
}

const ABSENT = {
	ended: 'The job has ended.',
	gone: 'The job is not in the queue any more, and nobody noted its end.'
};

/** Nothing is left of it but its history. */
function absent(job) {
	return html`<section aria-labelledby="job"><h2 id="job">Job <code>${job.id}</code></h2>
		<p>${ABSENT[job.state]}</p>
		${history(job)}
	</section>`;
}

function there(job, queue) {
	const now = serverTime();
	const isDead = job.state === 'dead';
	return html`<section aria-labelledby="job"><h2 id="job">Job <code>${job.id}</code></h2>
		${facts([
			['State', badge(isDead ? 'warning' : 'note', job.state)],
			['Group', job.group],
			['Waits behind', job.blockedBy ? html`<a href=${toJob(queue, job.blockedBy)}>${job.blockedBy}</a>` : undefined],
			['Failures', number(job.failures)],
			['Crashes', number(job.crashes)],
			['Ready at', job.readyAt ? timeAndDistance(job.readyAt, now) : undefined],
			['Worker', job.worker],
			['Lease ends', job.leaseEnd ? timeAndDistance(job.leaseEnd, now) : undefined],
			['Payload', bytes(job.payloadBytes)]
		])}
		${job.obstacles?.length ? html`<p>${job.obstacles.map((obstacle) => OBSTACLES[obstacle] ?? obstacle).join(' ')}</p>` : nothing}
		${isDead ? html`<p><a href=${toDeadLetters(queue, { id: job.id })}>Why is it dead?</a></p>` : nothing}
		${isDead || state.session.readOnly ? nothing : html`<div class="buttons">
			${job.state === 'leased' ? nothing : html`<button type="button"
				@click=${() => actions.reschedule(queue, job.id)}>Reschedule…</button>`}
			<button type="button" class="danger"
				@click=${() => actions.cancel(queue, job.id, job.state === 'leased')}>Cancel the job…</button>
		</div>`}
		${payload(job)}${headers(job)}${history(job)}
	</section>`;
}
