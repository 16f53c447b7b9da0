/**
 * Runs Lua scripts: loading, calling, retrying what a server refuses for the moment, and
 * reading replies. Not meant for applications.
 */
@NullMarked
package io.github.redisqueue.script;

import org.jspecify.annotations.NullMarked;
