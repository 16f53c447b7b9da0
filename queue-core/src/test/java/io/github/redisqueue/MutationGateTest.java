package io.github.redisqueue;

import io.github.redisqueue.test.mutation.MutationGate;

class MutationGateTest extends MutationGate {

}
