/** What an operator should look at, and why nothing moves, in words. */
import { clock, duration, plural } from './format.js';
import { isDeserted, whoListens } from './instances.js';
import { toDeadLetters, toJobs } from './routes.js';

/** From the most urgent on. */
export const LEVELS = ['error', 'warning', 'note', 'fine'];

/** What needs attention in a queue of the overview, as badges: {level, text}. */
export function marks(queue) {
	if (queue.error) {
		return [{ level: 'error', text: 'Cannot be read' }];
	}
	const found = [];
	const { counts, rates } = queue;
	const due = counts.ready + counts.waiting > 0;
	if (queue.listeners?.trouble) {
		found.push({ level: 'error', text: 'Listener stalled' });
	}
	if (queue.listeners?.handlersBusy) {
		found.push({ level: levelOfBusy(counts), text: 'Handlers hang' });
	}
	if (queue.paused) {
		found.push({ level: due ? 'error' : 'warning', text: 'Paused' });
	}
	if (!queue.paused && counts.ready > 0 && queue.listeners?.count && !queue.listeners.running) {
		found.push({ level: 'warning', text: 'Listener stopped' });
	}
	if (isIdle(queue) && isDeserted(queue)) {
		found.push({ level: 'warning', text: 'Nobody listens' });
	}
	if (rates?.failed && rates.failed > (rates.handled + rates.failed) / 10) {
		found.push({ level: 'warning', text: 'Many failures' });
	}
	if (counts.dead > 0) {
		found.push({ level: 'warning', text: plural(counts.dead, 'dead letter') });
	}
	for (const obstacle of queue.obstacles ?? []) {
		if (obstacle !== 'PAUSED') {
			found.push({ level: 'note', text: OBSTACLES[obstacle] ?? obstacle });
		}
	}
	return found;
}

/** Handlers that hang are the more urgent if jobs wait for them. */
function levelOfBusy({ ready }) {
	return ready > 0 ? 'error' : 'warning';
}

/** Whether jobs are ready, and nobody leases them. Applications that do not announce themselves lease jobs, too. */
function isIdle(queue) {
	return !queue.paused && queue.counts.ready > 0 && queue.counts.leased === 0;
}

const OBSTACLES = { RATE_LIMIT: 'Rate limit', MAX_LEASED: 'Limit of leased jobs', GROUPS: 'Groups busy' };

/** How urgent a queue is: the index of its worst mark in {@link LEVELS}. */
export function urgency(queue) {
	return Math.min(LEVELS.length - 1, ...marks(queue).map((mark) => LEVELS.indexOf(mark.level)));
}

/**
 * Why a queue stands still or is slow, the most urgent first: {level, text, link?}.
 * @param queue one queue, with its listeners
 * @param now the time
 */
export function reasons(queue, now) {
	if (queue.error) {
		return [{ level: 'error', text: `The queue cannot be read: ${queue.error}` }];
	}
	const found = [...ofQueue(queue), ...queue.listeners.flatMap((listener) => ofListener(listener, queue, now)),
		...withoutListener(queue)];
	if (!found.length) {
		found.push(fine(queue));
	}
	if (queue.counts.dead > 0) {
		found.push({ level: 'warning', text: `${plural(queue.counts.dead, 'job has become a dead letter',
			'jobs have become dead letters')}.`, link: { href: toDeadLetters(queue.name), text: 'See why' } });
	}
	return found.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

function ofQueue({ name, counts, paused, obstacles, limits }) {
	const found = [];
	if (paused) {
		found.push({ level: counts.ready + counts.waiting > 0 ? 'error' : 'warning',
			text: `Paused: no instance leases jobs. ${plural(counts.ready, 'job is', 'jobs are')} ready. Resume it.` });
	}
	if (obstacles.includes('RATE_LIMIT')) {
		found.push({ level: 'note', text: `The rate limit${limits?.rate ? ` of ${limits.rate}` : ''} is reached. `
			+ 'Jobs are leased as fast as it allows.' });
	}
	if (obstacles.includes('MAX_LEASED')) {
		found.push({ level: 'note', text: `As many jobs are leased as the limit${limits?.maxLeased ? ` of ${limits.maxLeased}` : ''} `
			+ 'allows. Others are leased when these have ended.' });
	}
	if (obstacles.includes('GROUPS')) {
		found.push({ level: 'note',
			text: `All groups are busy: ${plural(counts.waiting, 'job waits', 'jobs wait')} for others of their groups.`,
			link: { href: toJobs(name, { state: 'waiting' }), text: 'Which groups wait?' } });
	}
	return found;
}

function ofListener(listener, { counts }, now) {
	const name = `Listener ${listener.id}`;
	const found = [];
	if (listener.cannotLease) {
		found.push({ level: 'error',
			text: `${name} cannot lease jobs since ${clock(listener.cannotLease.since)}: ${listener.cannotLease.reason}` });
	}
	if (listener.getsNoThread) {
		found.push({ level: 'error',
			text: `${name} gets no thread since ${clock(listener.getsNoThread.since)}: ${listener.getsNoThread.reason}` });
	}
	if (!listener.running) {
		found.push({ level: 'warning', text: `${name} is stopped in this instance.` });
	}
	else if (listener.paused) {
		found.push({ level: 'warning', text: `${name} is paused in this instance.` });
	}
	if (listener.handlersBusy) {
		const { since } = listener.handlersBusy;
		found.push({ level: levelOfBusy(counts),
			text: `Handlers hang since ${clock(since)} (${duration(now - Date.parse(since))}), or are slow: `
				+ `${listener.concurrency === 1 ? 'the only handler' : `all ${listener.concurrency} handlers`} of `
				+ `${listener.id} ${listener.concurrency === 1 ? 'is' : 'are'} busy.` });
	}
	return found;
}

function withoutListener(queue) {
	if (queue.listeners.length > 0) {
		return [];
	}
	const held = isDeserted(queue) && queue.counts.leased > 0 ? ' Yet jobs are leased.' : '';
	return [{ level: isIdle(queue) ? 'warning' : 'note', text: whoListens(queue) + held }];
}

/** What is said if nothing is wrong. */
function fine({ counts, rates }) {
	if (counts.ready === 0 && counts.leased === 0) {
		return { level: 'fine', text: counts.delayed > 0
			? `Nothing to do now: ${plural(counts.delayed, 'job is', 'jobs are')} delayed until later.`
			: 'Nothing to do: no job is ready.' };
	}
	const handled = rates?.handled ? ` ${plural(Number(rates.handled.toPrecision(3)), 'job')} per second in this instance.` : '';
	return { level: 'fine', text: `Jobs are being handled.${handled}` };
}
