/** The page: loads what the address names, again and again, and shows it. */
import { html, nothing, render } from './vendor/lit-html/lit-html.js';
import { reloadBy } from './actions.js';
import { ApiError, openSession, serverTime } from './api.js';
import { deadLetterPage } from './dead-letter.js';
import { deadLettersPage } from './dead-letters.js';
import { notices } from './dialog.js';
import { clock, zone } from './format.js';
import { jobPage } from './job.js';
import { jobsPage } from './jobs.js';
import { Poll } from './poll.js';
import { queuePage } from './queue.js';
import { queuesPage } from './queues.js';
import { identity, parse, toQueues } from './routes.js';
import { onUpdate, state, update } from './store.js';

const PAGES = { queues: queuesPage, queue: queuePage, jobs: jobsPage, job: jobPage, 'dead-letters': deadLettersPage,
	'dead-letter': deadLetterPage };

const poll = new Poll(load, () => (state.held || state.signedOut || !isLive() ? undefined : state.session?.refreshMs ?? 2000));

/** Whether what the address names updates itself. */
function isLive() {
	return PAGES[state.route.page].isLive?.(state.route) ?? true;
}

/** Whether the heading is to get the focus as soon as the page is there, as after a navigation in a browser. */
let isFocusWanted = false;

/** Whether it is known what the user may do. */
let isSessionOpen = false;

async function load(signal) {
	const { route } = state;
	try {
		if (!isSessionOpen) {
			await openSession(signal);
			isSessionOpen = true;
		}
		const data = await PAGES[route.page].load(route, signal);
		if (!signal.aborted) {
			update({ data, loadedFor: route, failure: null, updatedAt: data.at ? Date.parse(data.at) : serverTime() });
		}
	}
	catch (error) {
		if (signal.aborted) {
			return;
		}
		if (!(error instanceof ApiError)) {
			throw error;
		}
		update({ failure: error.message, signedOut: error.status === 401 });
	}
}

function navigate() {
	const route = parse(location.hash);
	const isOther = !state.route || identity(route) !== identity(state.route);
	if (isOther && state.route) {
		isFocusWanted = true;
		scrollTo(0, 0);
	}
	// What was done in a queue concerns no other, unless it goes on.
	const isStale = state.notice && !state.notice.stop && route.queue !== state.route?.queue;
	update({ route, ...(isOther ? { data: null, loadedFor: null, failure: null } : {}), ...(isStale ? { notice: null } : {}) });
	poll.now();
}

function hold() {
	update({ held: !state.held });
	if (state.held) {
		poll.stop();
	}
	else {
		poll.now();
	}
}

function banner() {
	const { session } = state;
	return html`<div class="banner">
		<a class="brand" href=${toQueues()}>Redis Queue</a>
		${session ? html`<span class="where"><span class="hidden">Application </span>${session.application}
			<span class="quiet">${session.instance}</span></span>` : nothing}
		${session?.readOnly ? html`<span class="badge note">Read only</span>` : nothing}
		${freshness()}
		${session?.user ? html`<span class="user quiet"><span class="hidden">Signed in as </span>${session.user}</span>` : nothing}
	</div>`;
}

/** How old is what the page shows. */
function freshness() {
	const how = !isLive() ? 'Loaded' : state.held ? 'Stopped at' : 'Updated';
	return html`<span class="freshness">
		<span class="quiet">${state.updatedAt ? `${how} ${clock(state.updatedAt)} ${zone(state.updatedAt)}` : ''}</span>
		${isLive() ? html`<button type="button" class="small" aria-pressed=${state.held} @click=${hold}>Stop updates</button>`
			: html`<button type="button" class="small" @click=${() => poll.now()}>Reload</button>`}
	</span>`;
}

function failure() {
	const again = state.signedOut ? html` <button type="button" class="small" @click=${() => location.reload()}>Sign in</button>`
		: state.data && state.updatedAt ? ` What is shown is that of ${clock(state.updatedAt)}.` : nothing;
	return html`<div role="status">${state.failure
		? html`<div class="notice error"><span>${state.failure}.${again}</span></div>` : nothing}</div>`;
}

function show() {
	const { route, data, loadedFor } = state;
	const page = PAGES[route.page];
	const hadFocus = document.activeElement?.closest('main');
	document.title = `${page.title(route)} – ${state.session?.application ?? 'Redis Queue'}`;
	render(banner(), document.getElementById('banner'));
	render(html`${notices()}${failure()}`, document.getElementById('notices'));
	render(data ? page.view(data, loadedFor.page === route.page ? route : loadedFor) : waiting(), document.getElementById('main'));
	// What had the focus may have gone, as the button of a dead letter that was put back.
	const hasLostFocus = hadFocus && (!document.activeElement || document.activeElement === document.body);
	if (data && (isFocusWanted || hasLostFocus)) {
		isFocusWanted = false;
		document.querySelector('main h1')?.focus({ preventScroll: true });
	}
}

function waiting() {
	return state.failure ? html`<h1 tabindex="-1">Nothing to show</h1>` : html`<p class="empty">Loading</p>`;
}

document.querySelector('.skip').addEventListener('click', (event) => {
	// The hash is the address of what is shown.
	event.preventDefault();
	document.getElementById('main').focus();
});
document.getElementById('main').replaceChildren();
addEventListener('hashchange', navigate);
onUpdate(show);
reloadBy(poll);
navigate();
