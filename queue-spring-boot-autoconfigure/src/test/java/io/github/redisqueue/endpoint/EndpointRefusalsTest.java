package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpMethod;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that the endpoint refuses: nothing is changed, and nothing audited.
 */
@RedisTest
class EndpointRefusalsTest extends EndpointTests {

	EndpointRefusalsTest(TestRedis redis) {
		super(redis);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					GET    | 404 | oders                         |                      | no queue 'oders'. Its queues are 'orders'
					GET    | 404 | oders/jobs                    |                      | no queue 'oders'
					GET    | 404 | oders/dead-letters            |                      | no queue 'oders'
					GET    | 404 | oders/dead-letters?id=a       |                      | no queue 'oders'
					POST   | 404 | oders/pause                   |                      | no queue 'oders'
					POST   | 404 | oders/audit                   |                      | no queue 'oders'
					POST   | 404 | oders/clean                   | {"depth":"deep"}     | no queue 'oders'
					POST   | 404 | oders/jobs?id=a               | {"delay":"1s"}       | no queue 'oders'
					DELETE | 404 | oders/jobs?id=a               |                      | no queue 'oders'
					GET    | 404 | orders/letters                |                      | 'letters' is not known here. Known: dead-letters and jobs
					GET    | 404 | orders/letters?id=a           |                      | 'letters' is not known here. Known: dead-letters and jobs
					DELETE | 404 | orders/letters?id=a           |                      | 'letters' is not known here. Known: dead-letters and jobs
					POST   | 404 | orders/stop                   |                      | Known: pause, resume, clean, audit, repair, redrive, purge
					GET    | 404 | orders/jobs?id=a              |                      | Queue 'orders' has no job 'a'
					DELETE | 404 | orders/jobs?id=a              |                      | no ready, delayed, waiting or leased job 'a'
					POST   | 404 | orders/jobs?id=leased         | {"delay":"30s"}      | no ready, delayed or waiting job 'leased'
					GET    | 404 | orders/dead-letters?id=a      |                      | no dead letter 'a'
					POST   | 404 | orders/dead-letters?id=a      |                      | no dead letter 'a'
					DELETE | 404 | orders/dead-letters?id=a      |                      | no dead letter 'a'
					POST   | 409 | orders/dead-letters?id=both   |                      | the queue has a job with this id
					POST   | 400 | orders/dead-letters           |                      | The parameter 'id' is missing
					DELETE | 400 | orders/dead-letters           |                      | The parameter 'id' is missing
					POST   | 400 | orders/jobs                   | {"delay":"1s"}       | The parameter 'id' is missing
					POST   | 400 | orders/pause                  | {"id":"dead"}        | takes no 'id'
					POST   | 400 | orders/audit                  | {"id":"dead"}        | takes no 'id'
					POST   | 400 | orders/repair                 | {"id":"dead"}        | takes no 'id'
					POST   | 400 | orders/purge                  | {"id":"dead"}        | takes no 'id'
					POST   | 400 | orders/redrive                | {"id":"dead"}        | takes no 'id'
					GET    | 400 | orders/jobs?state=asleep      |                      | 'asleep' is not allowed for 'state'. Allowed: ready, delayed, waiting, leased, dead
					GET    | 400 | orders/jobs?count=501         |                      | '501' is not allowed for 'count'. Allowed: a whole number between 1 and 500
					GET    | 400 | orders/jobs?cursor=1e300      |                      | '1e300' is not allowed for 'cursor'. Allowed: the 'nextCursor' of the page before
					GET    | 400 | orders/jobs?cursor=anywhere%20 |                     | 'anywhere ' is not allowed for 'cursor'
					GET    | 400 | orders/dead-letters?offset=-1 |                      | '-1' is not allowed for 'offset'. Allowed: a whole number of at least 0
					GET    | 400 | orders/dead-letters?offset=much |                    | 'much' is not allowed for 'offset'
					GET    | 400 | orders/dead-letters?offset=1e300 |                   | '1e300' is not allowed for 'offset'
					GET    | 400 | orders/dead-letters?count=0   |                      | '0' is not allowed for 'count'. Allowed: a whole number between 1 and 500
					GET    | 400 | orders/dead-letters?count=501 |                      | '501' is not allowed for 'count'
					GET    | 400 | orders/dead-letters?count=1.5 |                      | '1.5' is not allowed for 'count'
					GET    | 400 | orders/dead-letters?reason=failed |                  | 'failed' is not allowed for 'reason'. Allowed: failures, crashes, not_retryable, requested
					POST   | 400 | orders/redrive                | {"reason":"failed"}  | 'failed' is not allowed for 'reason'
					POST   | 400 | orders/redrive                | {"rate":0}           | '0' is not allowed for 'rate'. Allowed: a whole number between 1
					POST   | 400 | orders/redrive                | {"rate":"5/s"}       | '5/s' is not allowed for 'rate'
					POST   | 400 | orders/clean                  | {"depth":"thorough"} | 'thorough' is not allowed for 'depth'. Allowed: light, deep
					POST   | 400 | orders/audit                  | {"limit":"5"}        | '5' is not allowed for 'limit'. Allowed: a time between 0s and 1h with a unit, such as 30s or 5m
					POST   | 400 | orders/repair                 | {"limit":"61m"}      | '61m' is not allowed for 'limit'
					POST   | 400 | orders/repair                 | {"dryRun":"perhaps"} | 'perhaps' is not allowed for 'dryRun'. Allowed: true, false
					POST   | 400 | orders/dead-letters?id=dead   | {"payloadBase64":"?"} | 'payloadBase64' is no Base64
					POST   | 400 | orders/dead-letters?id=dead   | {"payloadBase64":"YQ==","payload":"a"} | not both
					POST   | 400 | orders/jobs?id=ready          |                      | Either 'delay', such as 30s, or 'readyAt'
					POST   | 400 | orders/jobs?id=ready          | {"delay":"1s","readyAt":"2026-11-24T06:00:00Z"} | Either 'delay', such as 30s, or 'readyAt'
					POST   | 400 | orders/jobs?id=ready          | {"delay":"soon"}     | 'soon' is not allowed for 'delay'. Allowed: a time between 0s
					POST   | 400 | orders/jobs?id=ready          | {"delay":3600}       | '3600' is not allowed for 'delay'. Allowed: a time between 0s
					POST   | 400 | orders/jobs?id=ready          | {"delay":"-1s"}      | '-1s' is not allowed for 'delay'
					POST   | 400 | orders/jobs?id=ready          | {"delay":"366d"}     | '366d' is not allowed for 'delay'
					POST   | 400 | orders/jobs?id=ready          | {"delay":"9999999999999999d"} | is not allowed for 'delay'
					POST   | 400 | orders/jobs?id=ready          | {"readyAt":"tomorrow"} | 'tomorrow' is not allowed for 'readyAt'. Allowed: a time with its zone
					POST   | 400 | orders/jobs?id=ready          | {"readyAt":"2026-11-24T06:00"} | '2026-11-24T06:00' is not allowed for 'readyAt'
					POST   | 400 | orders/jobs?id=ready          | {"readyAt":"2999-01-01T00:00:00Z"} | from 1970 on, within the next 365 days
					POST   | 400 | orders/jobs?id=ready          | {"readyAt":"-999999999-01-01T00:00:00Z"} | from 1970 on, within the next 365 days
					""")
	void changesNothingAndTellsWhatIsAllowed(HttpMethod method, int status, String path, String json, String reason) {
		run((http, queue) -> {
			bury(queue, "dead", "both");
			queue.add(Job.of("leased", new byte[0]));
			queue.lease(1);
			queue
				.add(List.of(Job.of("ready", new byte[0]), Job.of("both", new byte[0]).withDelay(Duration.ofHours(1))));
			QueueCounts before = queue.counts();
			assertThatRefused(method.equals(HttpMethod.POST) ? http.post("/" + path, (json != null) ? json : "{}")
					: http.exchange(method, "/" + path), status, reason);
			assertThat(queue.counts()).usingRecursiveComparison().ignoringFields("oldestAge").isEqualTo(before);
			assertThatJson(http.get(""), "$.queues[*].name").asArray().containsExactly("orders");
			assertThat(http.events()).isEmpty();
		});
	}

}
