package io.github.redisqueue.template;

/**
 * What became of something that was sent.
 *
 * @param id the id of the job
 * @param isNew whether the job was added; false if a job with this id was ready, delayed
 * or leased already, and was left as it is
 */
public record SendResult(String id, boolean isNew) {

}
