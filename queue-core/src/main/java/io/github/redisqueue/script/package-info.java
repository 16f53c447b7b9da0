/**
 * Runs Lua scripts: loads and calls them, repeats calls that a server temporarily
 * rejects, and reads replies. Not for use by applications.
 */
@NullMarked
package io.github.redisqueue.script;

import org.jspecify.annotations.NullMarked;
