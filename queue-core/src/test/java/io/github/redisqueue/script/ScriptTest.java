package io.github.redisqueue.script;

class ScriptTest {

}
