/** Requests to the console's API. All addresses are relative, so that a context path or a proxy's prefix does no harm. */
import { state, update } from './store.js';

/** An answer that is no success. The status is 0 if there was no answer. */
export class ApiError extends Error {

	constructor(status, message) {
		super(message);
		this.status = status;
	}

}

/** How long a request that reads may take, in ms. The application gives Redis five seconds. */
const PATIENCE = 20_000;

/** Reads. Undefined and empty parameters are left out. */
export function get(path, parameters = {}, signal = undefined) {
	const signals = [AbortSignal.timeout(PATIENCE), ...signal ? [signal] : []];
	return request(address(path, parameters), { signal: AbortSignal.any(signals) });
}

/**
 * Who uses the console, and whether they may only read: the console may be read-only, and the application's own rules may
 * refuse what changes something. So this sends a POST that changes nothing.
 */
export async function openSession(signal) {
	update({ session: await get('session', {}, signal) });
	try {
		if (!state.session.readOnly) {
			await post('session');
		}
	}
	catch (error) {
		// The user may read, so any refusal, also to sign in for a POST, concerns only what changes something.
		if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) {
			throw error;
		}
		update({ session: { ...state.session, readOnly: true } });
	}
}

/** Changes something. */
export function post(path, body = {}) {
	return write(address(path, {}), { method: 'POST', body: JSON.stringify(body) });
}

/** Removes something. */
export function remove(path, parameters) {
	return write(address(path, parameters), { method: 'DELETE' });
}

/** The path of a queue, or of something in it. */
export function ofQueue(queue, ...parts) {
	return ['queues', encodeURIComponent(queue), ...parts].join('/');
}

function address(path, parameters) {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) {
		if (value !== undefined && value !== null && value !== '') {
			query.set(name, value);
		}
	}
	const text = query.toString();
	return `api/${path}${text ? `?${text}` : ''}`;
}

/** Whether the application takes the CSRF token of the cookie, as with csrf.spa() of Spring Security. */
let isCookieWanted = false;

async function write(url, options) {
	try {
		return await request(url, withHeaders(options, isCookieWanted ? tokenOfCookie() : undefined));
	}
	catch (error) {
		throwUnlessForbidden(error);
	}
	// The CSRF token changes with the session: take the new one, and try once more.
	update({ session: await get('session') });
	const token = tokenOfCookie();
	if (token !== undefined) {
		try {
			const answer = await request(url, withHeaders(options, token));
			isCookieWanted = true;
			return answer;
		}
		catch (error) {
			throwUnlessForbidden(error);
			isCookieWanted = false;
		}
	}
	return request(url, withHeaders(options));
}

function throwUnlessForbidden(error) {
	if (error.status !== 403) {
		throw error;
	}
}

/** The CSRF token that scripts are to send as it is, or undefined if there is none. */
function tokenOfCookie() {
	const [, token] = document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]+)/) ?? [];
	return token;
}

function withHeaders(options, cookie = undefined) {
	const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'redis-queue-console' };
	const csrf = state.session?.csrf;
	if (cookie !== undefined) {
		headers['X-XSRF-TOKEN'] = cookie;
	}
	else if (csrf) {
		headers[csrf.header] = csrf.token;
	}
	return { ...options, headers };
}

let clockDifference = 0;

/** The time of the server, whatever the clock of this machine says. */
export function serverTime() {
	return Date.now() + clockDifference;
}

function compareClocks(date) {
	const difference = Date.parse(date) - Date.now();
	// The header has whole seconds, and took its time.
	clockDifference = Math.abs(difference) > 5000 ? difference : 0;
}

async function request(url, options) {
	let response;
	try {
		response = await fetch(url, { credentials: 'same-origin', redirect: 'manual', cache: 'no-store',
			// With this header, Spring Security answers 401 without a challenge, for which browsers ask by themselves.
			...options, headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest', ...options.headers } });
	}
	catch (error) {
		if (error.name === 'AbortError') {
			throw error;
		}
		throw new ApiError(0, 'The application does not answer');
	}
	// A redirect leads to a login page.
	if (response.type === 'opaqueredirect' || response.status === 401) {
		throw new ApiError(401, 'You are signed out');
	}
	compareClocks(response.headers.get('Date'));
	const text = await response.text();
	const body = parse(text);
	if (!response.ok) {
		throw new ApiError(response.status, body?.error ?? `The application answered ${response.status}`);
	}
	if (body === undefined) {
		throw new ApiError(response.status, 'The answer of the application is no JSON');
	}
	return body;
}

function parse(text) {
	try {
		return JSON.parse(text);
	}
	catch {
		return undefined;
	}
}
