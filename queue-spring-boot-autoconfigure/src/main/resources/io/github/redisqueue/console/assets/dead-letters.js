/** The dead letters of a queue: grouped by exception, and a page of them. */
import { html, nothing } from './vendor/lit-html/lit-html.js';
import { repeat } from './vendor/lit-html/directives/repeat.js';
import * as actions from './actions.js';
import { get, ofQueue, serverTime } from './api.js';
import { bytes, className, number, plural, time, timeAndDistance } from './format.js';
import { cell, exception, header, queueHeading, reason, REASON_NAMES, rowHeader, table } from './parts.js';
import { replace, toDeadLetters } from './routes.js';
import { state } from './store.js';

const COUNT = 50;

export const deadLettersPage = {

	title: ({ queue }) => `Dead letters of ${queue}`,

	/** A filter looks at thousands of dead letters: too many to do that every few seconds. */
	isLive: ({ parameters }) => !isFiltered(parameters),

	async load({ queue, parameters }, signal) {
		const [page, grouped] = await Promise.all([
			get(ofQueue(queue, 'dead-letters'), { ...chosen(parameters), offset: parameters.offset, count: COUNT }, signal),
			get(ofQueue(queue, 'dead-letters', 'groups'), {}, signal)]);
		return { ...page, grouped };
	},

	view({ total, deadLetters, nextOffset, grouped }, { queue, parameters }) {
		return html`
			${queueHeading(queue, 'dead-letters', { dead: total })}
			${total === 0 ? html`<p class="empty">There is none. All jobs of this queue went well, or were put back.</p>`
				: html`${groups(grouped, queue)}
			<section aria-labelledby="list"><h2 id="list">Dead letters</h2>
				${filter(queue, parameters)}
				${isFiltered(parameters) ? html`<p class="quiet">While a filter is set, this page does not update itself.</p>` : nothing}
				${state.session.readOnly ? nothing : buttons(queue, parameters, total, grouped)}
				${deadLetters.length ? list(deadLetters, queue)
					: html`<p class="empty">${nextOffset === undefined ? 'No dead letter matches.' : 'None was found yet.'}</p>`}
				${pages(queue, parameters, nextOffset)}
			</section>`}`;
	}

};

function chosen({ reason: why, exception: type, text }) {
	return { reason: why, exception: type, text };
}

function isFiltered(parameters) {
	return Object.values(chosen(parameters)).some(Boolean);
}

function groups({ looked, total, groups: all }, queue) {
	const now = serverTime();
	return html`<section aria-labelledby="groups"><h2 id="groups">By exception</h2>
		${looked < total ? html`<p class="quiet">Of the ${number(looked)} newest of ${number(total)}.</p>` : nothing}
		${table('Dead letters by exception', [header('Exception'), header('Jobs', 'number'), header('Newest message'), header('Newest'),
			header('Oldest'), header(html`<span class="hidden">Actions</span>`)],
			repeat(all, (group) => `${group.exception} ${group.reason}`, (group) => {
				const same = { reason: group.reason.toLowerCase(), exception: group.exception ?? 'none' };
				const name = group.exception ? className(group.exception) : reason(group.reason);
				const counted = { count: group.count, total, isMore: looked < total };
				return html`<tr role="row">
					${rowHeader(html`${exception(group)} <span class="quiet">${group.exception ? reason(group.reason) : nothing}</span>`)}
					${cell('Jobs', number(group.count), 'number')}
					${cell('Newest message', html`<a class="message"
						href=${toDeadLetters(queue, { id: group.sample })}>${group.message ?? group.sample}</a>`)}
					${cell('Newest', timeAndDistance(group.newest, now))}
					${cell('Oldest', time(group.oldest))}
					${cell('', html`<a href=${toDeadLetters(queue, same)} aria-label=${`Show ${name}`}>Show</a>
						${state.session.readOnly ? nothing : html`<button type="button" class="small" aria-label=${`Redrive… ${name}`}
							@click=${() => actions.redriveMany(queue, same, counted)}>Redrive…</button>`}`, 'actions')}
				</tr>`;
			}))}</section>`;
}

function filter(queue, parameters) {
	const { reason: why = '', exception: type, text = '' } = parameters;
	const apply = (event) => {
		event.preventDefault();
		const given = new FormData(event.target.closest('form'));
		replace(toDeadLetters(queue, { reason: given.get('reason'), exception: type, text: given.get('text') }));
	};
	return html`<form class="bar" role="search" aria-label="Dead letters" @submit=${apply} @change=${apply}>
		<label>Reason <select name="reason">
			<option value="" .selected=${!why}>all</option>
			${REASON_NAMES.map(([name, label]) => html`<option value=${name.toLowerCase()}
				.selected=${why.toLowerCase() === name.toLowerCase()}>${label}</option>`)}
		</select></label>
		${type ? html`<span>${type === 'none' ? 'Without an exception'
			: html`Exception <code>${className(type)}</code>`}</span>` : nothing}
		<label>Exception or message contains
			<input type="search" name="text" autocomplete="off" spellcheck="false" .value=${text}></label>
		<button type="submit">Filter</button>
		${isFiltered(parameters) ? html`<a href=${toDeadLetters(queue)}>Show all</a>` : nothing}
	</form>`;
}

/** How many the groups have that match a filter, if they tell: none knows the texts of its dead letters. */
function countedBy({ looked, total, groups: all }, { reason: why, exception: type, text }) {
	if (text) {
		return undefined;
	}
	const matching = all.filter((group) => (!why || group.reason.toLowerCase() === why.toLowerCase())
		&& (!type || (group.exception ?? 'none') === type));
	return { count: matching.reduce((sum, group) => sum + group.count, 0), total, isMore: looked < total };
}

function buttons(queue, parameters, total, grouped) {
	return html`<div class="buttons">
		${isFiltered(parameters) ? html`<button type="button" class="primary"
			@click=${() => actions.redriveMany(queue, chosen(parameters), countedBy(grouped, parameters))}>Redrive those
			that match…</button>` : nothing}
		<button type="button" @click=${() => actions.redriveMany(queue, {})}>Redrive all ${number(total)}…</button>
		<button type="button" class="danger" @click=${() => actions.purgeAll(queue)}>Delete all ${number(total)}…</button>
	</div>`;
}

function list(letters, queue) {
	const now = serverTime();
	return table('Dead letters', [header('Id'), header('Exception and message'), header('Buried'), header('Failures', 'number'),
		header('Crashes', 'number'), header('Size', 'number')], repeat(letters, (letter) => letter.id, (letter) => html`<tr role="row">
			${rowHeader(html`<a href=${toDeadLetters(queue, { id: letter.id })}>${letter.id}</a>`)}
			${cell('Exception and message', html`<span>${exception(letter)} <span class="message">${letter.message ?? ''}</span></span>`)}
			${cell('Buried', timeAndDistance(letter.buriedAt, now))}
			${cell('Failures', number(letter.failures), 'number')}
			${cell('Crashes', number(letter.crashes), 'number')}
			${cell('Size', bytes(letter.bytes), 'number')}
		</tr>`));
}

function pages(queue, parameters, nextOffset) {
	const { offset, ...rest } = parameters;
	if (!offset && nextOffset === undefined) {
		return nothing;
	}
	return html`<nav aria-label="Pages" class="pages">
		${offset ? html`<a href=${toDeadLetters(queue, rest)}>Newest ${plural(COUNT, 'dead letter')}</a>` : nothing}
		${nextOffset === undefined ? nothing : html`<a href=${toDeadLetters(queue, { ...rest, offset: nextOffset })}>Older ones</a>`}
	</nav>`;
}
