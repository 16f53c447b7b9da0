/** What an operator can do. Each asks first if it cannot be undone, says what came of it, and loads the page anew. */
import { ApiError, get, ofQueue, post, remove } from './api.js';
import { ask, tell, tellError, tellProgress } from './dialog.js';
import { number, plural } from './format.js';
import { toDeadLetters, toJobs } from './routes.js';

let poll;

/** Names what loads the page. */
export function reloadBy(given) {
	poll = given;
}

/**
 * Does something, and tells its result.
 * @param action returns the result as a text
 * @param next the page to go to, because what this one shows will have gone
 */
async function run(action, next) {
	try {
		if (next) {
			poll.stop();
		}
		tell(await action());
		if (next) {
			// Loads that page.
			location.hash = next;
			return;
		}
	}
	catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}
		tellError(error.message);
	}
	poll.now();
}

export async function pause(queue) {
	if (await ask({ title: `Pause ${queue}?`, confirm: 'Pause the queue', danger: true,
		text: 'No instance will lease jobs of this queue. Jobs that are being handled are finished.' })) {
		await run(async () => {
			await post(ofQueue(queue, 'pause'));
			return `Queue ${queue} is paused.`;
		});
	}
}

export function resume(queue) {
	return run(async () => {
		await post(ofQueue(queue, 'resume'));
		return `Queue ${queue} goes on.`;
	});
}

export async function clean(queue) {
	const answer = await ask({ title: `Clean ${queue}`, text: 'Reclaims the jobs of crashed workers, and removes leftovers.',
		confirm: 'Clean the queue', fields: [{ name: 'depth', label: 'Depth', type: 'select',
			options: [['light', 'Light: what each instance does often'], ['deep', 'Deep: looks at everything']] }] });
	if (answer) {
		await run(async () => {
			const { reclaimed, buried, dropped } = await post(ofQueue(queue, 'clean'), answer);
			return `Queue ${queue} is clean: ${plural(reclaimed, 'job')} reclaimed, ${number(buried)} buried, ${number(dropped)} dropped.`;
		});
	}
}

/** Returns the report, or undefined if there is none. */
export async function audit(queue) {
	let report;
	await run(async () => {
		report = await post(ofQueue(queue, 'audit'));
		const found = report.findings?.length;
		return `Queue ${queue} was checked${found === undefined ? '' : `: ${plural(found, 'finding')}`}.`;
	});
	return report;
}

/** Returns the report, or undefined if there is none. */
export async function repair(queue, count) {
	const findings = plural(count, 'finding');
	let report;
	if (await ask({ title: `Repair ${findings}?`, confirm: `Repair ${findings}`, danger: true,
		text: `What is still wrong in ${queue} is mended. Jobs that come back may be handled a second time.` })) {
		await run(async () => {
			report = await post(ofQueue(queue, 'repair'));
			return `Queue ${queue} was repaired.`;
		});
	}
	return report;
}

/** Counts the dead letters of a filter, as far as one answer tells. */
async function matching(queue, filter) {
	const { deadLetters, nextOffset } = await get(ofQueue(queue, 'dead-letters'), { ...filter, count: 500 });
	return { count: deadLetters.length, isMore: nextOffset !== undefined };
}

/**
 * Puts back many dead letters.
 * @param filter reason and text, both may be missing
 * @param total how many the queue has
 */
export async function redriveMany(queue, filter, total) {
	const isAll = !filter.reason && !filter.text;
	let found = { count: total, isMore: false };
	try {
		found = isAll ? found : await matching(queue, filter);
	}
	catch (error) {
		tellError(error.message);
		return;
	}
	const jobs = `${found.isMore ? 'at least ' : ''}${plural(found.count, 'job')}`;
	const answer = await ask({
		title: `Redrive ${jobs}?`,
		text: `${isAll ? 'All dead letters' : 'The dead letters'} of ${queue}${isAll ? '' : ` that match ${described(filter)}`} `
			+ 'become jobs again, the oldest first.',
		confirm: `Redrive ${jobs}`,
		fields: [{ name: 'rate', label: 'At most this many per second', type: 'number', min: 1, max: 10000,
			hint: 'Leave it empty to put all back as fast as possible.' }]
	});
	if (answer) {
		await run(() => redriveAll(queue, filter, answer.rate));
	}
}

function described({ reason, text }) {
	return [reason, text && `“${text}”`].filter(Boolean).join(' and ');
}

/** One request puts back for some seconds only: repeat it until nothing moves any more. */
async function redriveAll(queue, filter, rate) {
	let sum = 0;
	let isStopped = false;
	let answer;
	do {
		answer = await post(ofQueue(queue, 'redrive'), { ...given(filter), ...(rate ? { rate: Number(rate) } : {}) });
		sum += answer.redriven;
		tellProgress(`${plural(sum, 'job')} put back so far, ${number(answer.left)} left.`, () => {
			isStopped = true;
		});
	}
	while (answer.left > 0 && answer.redriven > 0 && !isStopped);
	return `${plural(sum, 'job')} of ${queue} put back.${answer.left ? ` ${plural(answer.left, 'dead letter')} left.` : ''}`;
}

function given(filter) {
	return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

export async function redriveOne(queue, id) {
	if (await ask({ title: 'Redrive 1 job?', confirm: 'Redrive 1 job',
		text: `Job ${id} goes back to ${queue}, with no failures counted.` })) {
		await run(async () => {
			await post(ofQueue(queue, 'dead-letters'), { id });
			return `Job ${id} was put back.`;
		}, toDeadLetters(queue));
	}
}

/** Puts back a dead letter with another payload. The old one may be unknown: then the operator writes all of it. */
export async function redriveEdited(queue, id, payload) {
	const answer = await ask({
		title: 'Edit the payload and redrive 1 job',
		text: `Job ${id} goes back to ${queue} with this payload in place of its own.`,
		confirm: 'Redrive 1 job with this payload',
		fields: [{ name: 'payload', label: 'Payload', type: 'textarea', value: payload ?? '', hint: payload === undefined
			? 'The present payload is hidden or no text: what you write here replaces all of it.' : undefined }]
	});
	if (answer) {
		await run(async () => {
			// A form sends line ends as CR LF; the payload is to have what was typed.
			await post(ofQueue(queue, 'dead-letters'), { id, payload: answer.payload.replaceAll('\r\n', '\n') });
			return `Job ${id} was put back with the new payload.`;
		}, toDeadLetters(queue));
	}
}

export async function purgeOne(queue, id) {
	if (await ask({ title: 'Delete 1 dead letter?', confirm: 'Delete 1 dead letter', danger: true,
		text: `Job ${id} of ${queue} is deleted for good.` })) {
		await run(async () => {
			await remove(ofQueue(queue, 'dead-letters'), { id });
			return `Dead letter ${id} was deleted.`;
		}, toDeadLetters(queue));
	}
}

export async function purgeAll(queue, total) {
	const all = plural(total, 'dead letter');
	if (await ask({ title: `Delete all ${all}?`, confirm: `Delete ${all}`, danger: true,
		text: `All dead letters of ${queue} are deleted for good, also those that a filter hides.` })) {
		await run(async () => {
			const { purged } = await post(ofQueue(queue, 'purge'));
			return `${plural(purged, 'dead letter')} of ${queue} deleted.`;
		});
	}
}

export async function cancel(queue, id, isLeased) {
	const handler = isLeased ? ' Its handler may still run to its end.' : '';
	if (await ask({ title: 'Cancel 1 job?', confirm: 'Cancel 1 job', danger: true,
		text: `Job ${id} is removed from ${queue} for good.${handler}` })) {
		await run(async () => {
			await remove(ofQueue(queue, 'jobs'), { id });
			return `Job ${id} was cancelled.`;
		}, toJobs(queue));
	}
}

export async function reschedule(queue, id) {
	const answer = await ask({
		title: 'Reschedule 1 job',
		text: `When is job ${id} to become ready?`,
		confirm: 'Reschedule 1 job',
		fields: [{ name: 'delay', label: 'After', value: '0s', required: true,
			hint: 'A time from now, such as 30s, 15m or 2h; 0s means at once.' }]
	});
	if (answer) {
		await run(async () => {
			await post(ofQueue(queue, 'jobs'), { id, delay: answer.delay });
			return `Job ${id} was rescheduled.`;
		});
	}
}
