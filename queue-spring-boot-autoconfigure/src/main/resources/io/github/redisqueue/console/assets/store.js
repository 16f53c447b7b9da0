/** The state of the page. Whoever changes it calls {@link update}, which renders once for all changes of a turn. */

export const state = {
	session: null,
	route: null,
	/** What the server has said for the route, and for which one. */
	data: null,
	loadedFor: null,
	/** Why the last request has failed, or null. */
	failure: null,
	signedOut: false,
	updatedAt: null,
	/** Whether the reader has stopped the updates. */
	held: false,
	/** The result of the last action: {text, isError}. */
	notice: null
};

let renderer = () => {};
let scheduled = false;

export function onUpdate(callback) {
	renderer = callback;
}

export function update(changes) {
	Object.assign(state, changes);
	if (!scheduled) {
		scheduled = true;
		queueMicrotask(() => {
			scheduled = false;
			renderer();
		});
	}
}
