/** What the page shows, as the hash of its address says it: #/queues/orders/jobs?state=delayed */

const PAGES = { '': 'queue', jobs: 'jobs', 'dead-letters': 'dead-letters' };

export function parse(hash) {
	const [path, query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
	const [first, queue, section = ''] = path.split('/');
	const parameters = Object.fromEntries(new URLSearchParams(query));
	if (first !== 'queues' || !queue) {
		return { page: 'queues', parameters };
	}
	const page = PAGES[section] ?? 'queue';
	return { page: parameters.id && page !== 'queue' ? PAGE_OF_ONE[page] : page, queue: decode(queue), parameters };
}

const PAGE_OF_ONE = { jobs: 'job', 'dead-letters': 'dead-letter' };

/** What is another page for a reader: filters, sorting and paging are none. */
export function identity({ page, queue, parameters }) {
	return [page, queue ?? '', page === 'job' || page === 'dead-letter' ? parameters.id : ''].join('\n');
}

export function toQueues(parameters = {}) {
	return `#/${query(parameters)}`;
}

export function toQueue(queue) {
	return `#/queues/${encodeURIComponent(queue)}`;
}

export function toJobs(queue, parameters = {}) {
	return `${toQueue(queue)}/jobs${query(parameters)}`;
}

/** One job, whatever its state. */
export function toJob(queue, id) {
	return toJobs(queue, { id });
}

export function toDeadLetters(queue, parameters = {}) {
	return `${toQueue(queue)}/dead-letters${query(parameters)}`;
}

/** Changes the address without a step in the browser's history, as for each key typed into a filter. */
export function replace(hash) {
	history.replaceState(null, '', hash);
	dispatchEvent(new HashChangeEvent('hashchange'));
}

function query(parameters) {
	const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
	return given.length ? `?${new URLSearchParams(given)}` : '';
}

function decode(text) {
	try {
		return decodeURIComponent(text);
	}
	catch {
		return text;
	}
}
