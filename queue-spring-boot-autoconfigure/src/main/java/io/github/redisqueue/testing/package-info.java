/**
 * Tests of applications with queues: a slice, and a bean that sends jobs, waits for what
 * happens to them, and lets time pass. Needs the libraries of
 * {@code spring-boot-starter-test}.
 */
@NullMarked
package io.github.redisqueue.testing;

import org.jspecify.annotations.NullMarked;
