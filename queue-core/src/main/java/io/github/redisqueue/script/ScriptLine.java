package io.github.redisqueue.script;

/**
 * A line of an expanded script.
 *
 * @param path the path of the file that it comes from, without {@code .lua}
 * @param number its number in that file, from 1 on
 * @param text its text
 */
record ScriptLine(String path, int number, String text) {

	/** Another text that stands for this line. */
	ScriptLine with(String other) {
		return new ScriptLine(this.path, this.number, other);
	}

	String location() {
		return this.path + ".lua:" + this.number;
	}

}
