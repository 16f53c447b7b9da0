/** What an operator can do. Each asks first if it cannot be undone, says what came of it, and loads the page anew. */
import { ApiError, get, ofQueue, post, remove } from './api.js';
import { ask, tell, tellError, tellProgress } from './dialog.js';
import { className, number, plural } from './format.js';
import { reason } from './parts.js';
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

/** How long a check or a repair may take. */
const LONGEST = '10m';

/** Returns the report, or undefined if there is none. */
export async function audit(queue) {
	let report;
	await run(async () => {
		report = await post(ofQueue(queue, 'audit'), { limit: LONGEST });
		return `Queue ${queue} was checked: ${plural(findings(report), 'finding')}.`;
	});
	return report;
}

/** How many findings a report counts. It lists the first ones only. */
export function findings({ counts }) {
	return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/**
 * Returns the report, or undefined if there is none.
 * @param found how many findings a repair mends
 * @param isMore whether there may be more
 */
export async function repair(queue, found, isMore) {
	const count = `${isMore ? 'at least ' : ''}${plural(found, 'finding')}`;
	let report;
	if (await ask({ title: `Repair ${count}?`, confirm: `Repair ${count}`, danger: true,
		text: `What is still wrong in ${queue} is mended, then the queue is cleaned deeply. Jobs that come back may be `
			+ 'handled a second time.' })) {
		await run(async () => {
			report = await post(ofQueue(queue, 'repair'), { limit: LONGEST });
			return `Queue ${queue} was repaired: ${plural(report.mended, 'finding')} mended.${others(report, isMore ? 0 : found)}`;
		});
	}
	return report;
}

/** What is said of findings that were not mended. */
function others({ mended, findings: listed }, found) {
	const left = listed.filter(isRepairable).length;
	const gone = found - mended - left;
	return (left ? ` ${number(left)} could not be.` : '') + (gone > 0 ? ` ${number(gone)} had gone, or went with another.` : '');
}

/** Whether a repair is to mend a finding. */
export function isRepairable({ remedy, mended }) {
	return remedy === 'REPAIR' && !mended;
}

/**
 * Counts the dead letters of a filter, as far as one answer tells.
 * @return {count, total, isMore}, or undefined if that has failed
 */
async function matching(queue, filter) {
	const isAll = !Object.values(filter).some(Boolean);
	try {
		const { total, deadLetters, nextOffset } = await get(ofQueue(queue, 'dead-letters'), { ...filter, count: isAll ? 1 : 500 });
		return isAll ? { count: total, total, isMore: false } : { count: deadLetters.length, total, isMore: nextOffset !== undefined };
	}
	catch (error) {
		tellError(error.message);
		return undefined;
	}
}

/**
 * Puts back many dead letters.
 * @param filter reason, exception and text, all of which may be missing
 * @param counted how many the page has counted, as {@link matching} tells it, if it has
 */
export async function redriveMany(queue, filter, counted = undefined) {
	const found = counted ?? await matching(queue, filter);
	if (!found) {
		return;
	}
	const jobs = `${found.isMore ? 'at least ' : ''}${plural(found.count, 'job')}`;
	const which = described(filter);
	const answer = await ask({
		title: `Redrive ${jobs}?`,
		text: `${which ? `The dead letters of ${queue} that match ${which}` : `All dead letters of ${queue}`} `
			+ 'become jobs again, the oldest first.',
		confirm: `Redrive ${jobs}`,
		fields: [{ name: 'rate', label: 'At most this many per second', type: 'number', min: 1, max: 10000,
			hint: 'Leave it empty to put all back as fast as possible.' }]
	});
	if (answer) {
		await run(() => redriveAll(queue, { ...given(filter), ...(answer.rate ? { rate: Number(answer.rate) } : {}) }, found));
	}
}

function described({ reason: why, exception, text }) {
	return [why && reason(why.toUpperCase()), exception === 'none' ? '' : exception && className(exception), text].filter(Boolean)
		.map((part) => `“${part}”`).concat(exception === 'none' ? 'no exception' : []).join(' and ');
}

/**
 * One request puts back for some seconds only: repeat it until as many are back as were confirmed. Without that end, what
 * is buried again meanwhile would be put back for ever.
 */
async function redriveAll(queue, body, { count, total, isMore }) {
	let sum = 0;
	// If only a part was counted, there are no more than the queue has.
	let wanted = isMore ? total : count;
	let isStopped = false;
	let answer;
	do {
		answer = await post(ofQueue(queue, 'redrive'), body);
		sum += answer.redriven;
		if (answer.searched !== 'partly') {
			// All were looked at: no more than these have matched.
			wanted = Math.min(wanted, sum + answer.left);
		}
		tellProgress(`${plural(sum, 'job')} of ${queue} put back so far, ${left(answer)} left.`, () => {
			isStopped = true;
		});
	}
	while (sum < wanted && answer.redriven > 0 && !isStopped);
	return `${plural(sum, 'job')} of ${queue} put back.${remains(answer, sum >= wanted)}`;
}

function left({ left: count, searched }) {
	return `${searched === 'partly' ? 'at least ' : ''}${plural(count, 'dead letter')}`;
}

/** What is said about the dead letters that stay. */
function remains(answer, isDone) {
	if (answer.left > 0) {
		return isDone ? ` These are as many as were confirmed; ${left(answer)} left, buried meanwhile or again.`
			: ` ${left(answer)} left.`;
	}
	return answer.searched === 'partly' ? ' Not all dead letters were looked at.' : '';
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

export async function purgeAll(queue) {
	const found = await matching(queue, {});
	if (!found) {
		return;
	}
	const all = plural(found.count, 'dead letter');
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
