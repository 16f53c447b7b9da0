/** Charts over time, drawn by uPlot, as an element <queue-chart>. */
import { clock, duration, minutes } from './format.js';

/** uPlot is a classic script, which sets a global variable. */
const { uPlot } = globalThis;
const HEIGHT = 150;

/** Up to how many values of a sparse line are drawn as points. */
const FEW = 60;

/**
 * Shows lines over time. Its property `chart` is {label, at: [ms], lines: [{name, colour, dash?, isSparse?, values}], format};
 * colour is the name of a CSS variable. A sparse line has values only at some times: it goes on over those without, and if it
 * has few, they are points. A legend has the last known values up to the pointer, else the newest ones.
 */
class QueueChart extends HTMLElement {

	#chart;
	#plot;
	#drawing;
	#values = [];
	#observer = new ResizeObserver(() => this.#plot?.setSize({ width: this.#drawing.clientWidth, height: HEIGHT }));
	#scheme = matchMedia('(prefers-color-scheme: dark)');
	#redraw = () => this.#build();

	set chart(chart) {
		const isNew = this.#chart?.lines.map((line) => line.name).join() !== chart.lines.map((line) => line.name).join();
		this.#chart = chart;
		if (!this.isConnected) {
			return;
		}
		if (isNew || !this.#plot) {
			this.#build();
		}
		else {
			this.#plot.setData(this.#data());
			this.#tell();
		}
	}

	connectedCallback() {
		this.#scheme.addEventListener('change', this.#redraw);
		if (this.#chart) {
			this.#build();
		}
	}

	disconnectedCallback() {
		this.#scheme.removeEventListener('change', this.#redraw);
		this.#observer.disconnect();
		this.#plot?.destroy();
		this.#plot = undefined;
	}

	#build() {
		this.#plot?.destroy();
		this.#drawing = document.createElement('div');
		this.#drawing.className = 'drawing';
		this.#drawing.setAttribute('role', 'img');
		this.replaceChildren(this.#drawing, this.#legend());
		this.#plot = new uPlot(this.#options(), this.#data(), this.#drawing);
		this.#observer.disconnect();
		this.#observer.observe(this.#drawing);
		this.#tell();
	}

	#legend() {
		const legend = document.createElement('ul');
		legend.className = 'legend';
		this.#values = this.#chart.lines.map((line) => {
			const item = document.createElement('li');
			const value = document.createElement('span');
			item.append(key(line), line.name, ' ', value);
			legend.append(item);
			return value;
		});
		return legend;
	}

	#data() {
		return [this.#chart.at, ...this.#chart.lines.map((line) => line.values)];
	}

	#options() {
		const axis = { stroke: colour('--quiet'), font: '12px system-ui, sans-serif',
			grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
		return {
			width: this.#drawing.clientWidth || 320,
			height: HEIGHT,
			ms: 1,
			legend: { show: false },
			cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
			scales: { y: { range: (plot, low, high) => [0, high > 0 ? high * 1.1 : 1] } },
			axes: [
				{ ...axis, grid: { show: false }, space: 70, size: 26,
					values: (plot, times) => times.map(times[1] - times[0] < 60_000 ? clock : minutes) },
				{ ...axis, size: 62, space: 36, values: (plot, values) => values.map((value) => this.#chart.format(value)) }
			],
			series: [{}, ...this.#chart.lines.map((line, i) => ({ stroke: colour(line.colour), width: 1.75, dash: line.dash,
				spanGaps: line.isSparse, points: { size: 5, show: () => this.#hasPoints(i) } }))],
			hooks: { setCursor: [() => this.#tell()] }
		};
	}

	#hasPoints(index) {
		const { isSparse, values } = this.#chart.lines[index];
		return Boolean(isSparse) && values.filter((value) => value !== null).length <= FEW;
	}

	#tell() {
		const { label, at, lines, format } = this.#chart;
		const index = this.#plot?.cursor.idx ?? at.length - 1;
		lines.forEach((line, i) => {
			this.#values[i].textContent = text(known(line.values, index), format);
		});
		const newest = lines.map((line) => `${line.name} ${text(known(line.values, at.length - 1), format)}`).join(', ');
		const span = at.length > 1 ? `, over ${duration(at.at(-1) - at[0])}` : '';
		this.#drawing.setAttribute('aria-label', `${label}${span}. Newest: ${newest}`);
	}

}

customElements.define('queue-chart', QueueChart);

/** The value at an index, or the last one before it that is known. */
function known(values, index) {
	return values.slice(0, index + 1).findLast((value) => value !== null);
}

function text(value, format) {
	return value === undefined || value === null ? '–' : format(value);
}

function colour(name) {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const SVG = 'http://www.w3.org/2000/svg';

/** A short piece of the line, as it looks in the chart. */
function key({ colour: name, dash }) {
	const picture = document.createElementNS(SVG, 'svg');
	picture.setAttribute('viewBox', '0 0 18 8');
	picture.setAttribute('aria-hidden', 'true');
	const line = document.createElementNS(SVG, 'path');
	line.setAttribute('d', 'M0 4h18');
	line.setAttribute('stroke', `var(${name})`);
	line.setAttribute('stroke-width', '2');
	if (dash) {
		line.setAttribute('stroke-dasharray', dash.map((length) => length / 2).join(' '));
	}
	picture.append(line);
	return picture;
}
