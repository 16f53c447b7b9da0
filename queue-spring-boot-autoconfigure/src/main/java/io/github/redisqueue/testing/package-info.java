/**
 * Tests of applications with queues: a slice, and a bean that sends jobs, waits for what
 * happens to them, and lets time pass. Needs the libraries of
 * {@code spring-boot-starter-test}. In a jar of its own, with the classifier
 * {@code test-support}, so that no application has it in production.
 */
@NullMarked
package io.github.redisqueue.testing;

import org.jspecify.annotations.NullMarked;
