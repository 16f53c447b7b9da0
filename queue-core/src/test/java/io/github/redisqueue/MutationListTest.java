package io.github.redisqueue;

import io.github.redisqueue.test.mutation.MutationListContract;

class MutationListTest extends MutationListContract {

}
