/** Questions to the operator, in the one modal dialog of the page, and what is said about results. */
import { html, nothing, render } from './vendor/lit-html/lit-html.js';
import { keyed } from './vendor/lit-html/directives/keyed.js';
import { state, update } from './store.js';

let asked = 0;

/**
 * Asks before something is done.
 * @param question {title, text, confirm, danger?, fields?: [{name, label, type?, value?, hint?, options?, …}]}
 * @return the values of the fields, or null if the operator has cancelled
 */
export function ask(question) {
	const dialog = document.getElementById('dialog');
	return new Promise((resolve) => {
		let answer = null;
		const submit = (event) => {
			event.preventDefault();
			answer = Object.fromEntries(new FormData(event.target));
			dialog.close();
		};
		render(keyed(++asked, form(question, submit, () => dialog.close())), dialog);
		dialog.addEventListener('close', () => {
			resolve(answer);
			refocus();
		}, { once: true });
		dialog.showModal();
	});
}

/** The dialog gives the focus back; but what had it may have gone meanwhile. */
function refocus() {
	if (!document.activeElement || document.activeElement === document.body) {
		document.querySelector('main h1')?.focus();
	}
}

function form({ title, text, fields = [], confirm, danger }, submit, cancel) {
	return html`<form @submit=${submit}>
		<h2 id="dialog-title">${title}</h2>
		${text ? html`<p>${text}</p>` : nothing}
		${fields.map(field)}
		<div class="buttons">
			<button type="button" class="cancel" @click=${cancel}>Cancel</button>
			<button type="submit" class=${danger ? 'danger' : 'primary'}>${confirm}</button>
		</div>
	</form>`;
}

function field({ name, label, type = 'text', value = '', hint, options, required, min, max }) {
	const id = `field-${name}`;
	const described = hint ? `${id}-hint` : nothing;
	let input;
	if (type === 'textarea') {
		input = html`<textarea id=${id} name=${name} rows="10" spellcheck="false"
			aria-describedby=${described} .value=${value}></textarea>`;
	}
	else if (type === 'select') {
		input = html`<select id=${id} name=${name} aria-describedby=${described}>
			${options.map(([key, text]) => html`<option value=${key}>${text}</option>`)}</select>`;
	}
	else {
		input = html`<input id=${id} name=${name} type=${type} ?required=${required} min=${min ?? nothing} max=${max ?? nothing}
			aria-describedby=${described} .value=${value}>`;
	}
	return html`<p class="field"><label for=${id}>${label}</label>${input}
		${hint ? html`<span class="quiet" id=${`${id}-hint`}>${hint}</span>` : nothing}</p>`;
}

/** Tells the result of an action, also to screen readers. */
export function tell(text) {
	update({ notice: { text, isError: false } });
}

/** Tells how far an action is, which the operator can stop. */
export function tellProgress(text, stop) {
	update({ notice: { text, isError: false, stop } });
}

export function tellError(text) {
	update({ notice: { text, isError: true } });
}

/** The last result. Both regions are always there, else their first text would not be read out. */
export function notices() {
	const { notice } = state;
	const button = notice?.stop ? html`<button type="button" class="small" @click=${notice.stop}>Stop</button>`
		: html`<button type="button" class="small" @click=${() => update({ notice: null })}>Dismiss</button>`;
	const text = (isError) => (notice && notice.isError === isError
		? html`<div class="notice ${isError ? 'error' : 'fine'}"><span>${notice.text}</span>${button}</div>` : nothing);
	return html`<div role="status">${text(false)}</div><div role="alert">${text(true)}</div>`;
}
