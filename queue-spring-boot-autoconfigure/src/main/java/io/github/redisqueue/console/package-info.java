/**
 * The console: a web page for operators, and what it asks for over HTTP. It adds to the
 * endpoint {@code queues} what a page needs: protection, samples of the past, and files.
 */
@NullMarked
package io.github.redisqueue.console;

import org.jspecify.annotations.NullMarked;
