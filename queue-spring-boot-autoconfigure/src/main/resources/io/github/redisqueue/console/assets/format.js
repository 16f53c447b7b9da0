/** Numbers, times and sizes as texts. */
import { html, nothing } from './vendor/lit-html/lit-html.js';

const NUMBER = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MINUTES = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit',
	second: '2-digit' });

const ZONE = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

export const ABSENT = '–';

/** For the axis of a chart of jobs, of which there are no halves. */
export function whole(value) {
	return Number.isInteger(value) ? COMPACT.format(value) : '';
}

export function number(value) {
	return value === undefined || value === null ? ABSENT : NUMBER.format(value);
}

export function compact(value) {
	return value === undefined || value === null ? ABSENT : COMPACT.format(value);
}

/** '1 job', '2 jobs' */
export function plural(count, one, many = `${one}s`) {
	return `${number(count)} ${count === 1 ? one : many}`;
}

export function rate(value) {
	return value === undefined || value === null ? ABSENT : `${SHORT.format(value)}/s`;
}

export function bytes(value) {
	if (value === undefined || value === null) {
		return ABSENT;
	}
	if (value < 1024) {
		return `${number(value)} B`;
	}
	return value < 1024 * 1024 ? `${SHORT.format(value / 1024)} KiB` : `${SHORT.format(value / 1024 / 1024)} MiB`;
}

const UNITS = [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1000]];

/** A duration in milliseconds, in its two largest units. */
export function duration(ms) {
	if (ms === undefined || ms === null) {
		return ABSENT;
	}
	if (ms < 1000) {
		return `${SHORT.format(Math.max(0, ms))} ms`;
	}
	if (ms < 10_000) {
		return `${(ms / 1000).toFixed(1)} s`;
	}
	const first = UNITS.findIndex(([, length]) => ms >= length);
	const [name, length] = UNITS[first];
	const text = `${Math.floor(ms / length)} ${name}`;
	const [next, shorter] = UNITS[first + 1] ?? [];
	const rest = shorter ? Math.floor((ms % length) / shorter) : 0;
	return rest ? `${text} ${rest} ${next}` : text;
}

/** A time of day, with the date unless that is today. */
export function clock(instant) {
	const date = new Date(instant);
	if (Number.isNaN(date.getTime())) {
		// A year with more than four digits, which somebody else has written.
		return String(instant);
	}
	return date.toDateString() === new Date().toDateString() ? CLOCK.format(date) : DAY.format(date);
}

/** The reader's time zone at an instant, in which all times are. */
export function zone(instant) {
	return ZONE.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName').value;
}

/** A time of day without its seconds. */
export function minutes(instant) {
	return MINUTES.format(new Date(instant));
}

/** An instant of the server, in the reader's time zone. */
export function time(instant) {
	return instant ? html`<time datetime=${instant} title=${instant}>${clock(instant)}</time>` : ABSENT;
}

/** A duration in its largest unit. */
function roughly(ms) {
	const [name, length] = UNITS.find(([, unit]) => ms >= unit) ?? UNITS.at(-1);
	return `${Math.floor(ms / length)} ${name}`;
}

/** An instant, and how far away it is. */
export function timeAndDistance(instant, now) {
	if (!instant) {
		return ABSENT;
	}
	const distance = new Date(instant).getTime() - now;
	if (Number.isNaN(distance)) {
		return time(instant);
	}
	const text = distance > 0 ? `in ${roughly(distance)}` : `${roughly(-distance)} ago`;
	return html`${time(instant)} <span class="distance">${text}</span>`;
}

/** The name of a class as its source has it: that of a nested one has dots. */
export function className(name) {
	return name.replace(/(?<=\w)\$(?=[A-Za-z_])/g, '.');
}

/** The class of an exception without its package, with all of it as title. */
export function exceptionName(name) {
	return name ? html`<span title=${name}>${className(name.slice(name.lastIndexOf('.') + 1))}</span>` : nothing;
}
