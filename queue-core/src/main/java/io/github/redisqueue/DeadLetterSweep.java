package io.github.redisqueue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Does one thing to all dead letters there are when it starts. What comes to be buried
 * meanwhile is left alone, and what an action refuses is passed by.
 */
final class DeadLetterSweep {

	private static final int PAGE = 500;

	private DeadLetterSweep() {
	}

	static long over(DeadLetters letters, Function<List<String>, Set<String>> action) {
		List<String> ids = new ArrayList<>();
		List<DeadLetter> page;
		do {
			page = letters.page(ids.size(), PAGE);
			page.forEach((letter) -> ids.add(letter.id()));
		}
		while (page.size() == PAGE);
		Collections.reverse(ids);
		long done = 0;
		for (int from = 0; from < ids.size(); from += PAGE) {
			done += action.apply(ids.subList(from, Math.min(from + PAGE, ids.size()))).size();
		}
		return done;
	}

}
