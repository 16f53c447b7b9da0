/**
 * What there is to see and to do about queues, for the endpoint {@code queues} and the
 * console: reads and changes queues on behalf of a caller, admits and audits.
 */
@NullMarked
package io.github.redisqueue.admin;

import org.jspecify.annotations.NullMarked;
