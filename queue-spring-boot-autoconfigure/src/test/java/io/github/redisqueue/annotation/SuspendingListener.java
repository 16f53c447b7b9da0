package io.github.redisqueue.annotation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import kotlin.Metadata;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;
import org.jspecify.annotations.Nullable;

/**
 * A listener as the Kotlin compiler 2.3 makes it of this class, without a compiler in the
 * build: <pre>
 * class SuspendingListener {
 *     &#064;QueueListener("jobs")
 *     suspend fun handle(text: String) { ... }
 * }
 * </pre>
 */
@Metadata(mv = { 2, 3, 0 }, k = 1, xi = 48, d1 = "\000\030\n\002\030\002\n\002\020\000\n\002\b\003\n\002\020"
		+ "\002\n\000\n\002\020\016\n\000\030\0002\0020\001B\007\u00a2"
		+ "\006\004\b\002\020\003J\026\020\004\032\0020\0052\006\020" + "\006\032\0020\007H\u0087@\u00a2\006\002\020\b",
		d2 = { "Lio/github/redisqueue/annotation/SuspendingListener;", "", "<init>", "()V", "handle", "", "text", "",
				"(Ljava/lang/String;Lkotlin/coroutines/Continuation;)Ljava/lang/Object;" })
public final class SuspendingListener {

	/** The ends of its functions, by their arguments. */
	final Map<String, CompletableDeferred<Unit>> ends = new ConcurrentHashMap<>();

	@QueueListener("jobs")
	public @Nullable Object handle(String text, Continuation<? super Unit> continuation) {
		return this.ends.computeIfAbsent(text, (key) -> CompletableDeferredKt.CompletableDeferred(null))
			.await(continuation);
	}

}
