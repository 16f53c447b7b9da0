package io.github.redisqueue.autoconfigure.properties;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Finds the names that others were probably meant to be.
 */
final class Spelling {

	private static final Pattern PUNCTUATION = Pattern.compile("[^\\p{L}\\p{N}]");

	private Spelling() {
	}

	/** Without case, and without characters other than letters and digits. */
	static String uniform(String name) {
		return PUNCTUATION.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
	}

	/**
	 * The most similar name, if one is: of four characters, one may be wrong, but no
	 * digit.
	 */
	static @Nullable String nearest(String name, Collection<String> others) {
		return others.stream()
			.filter((other) -> isSimilar(uniform(name), uniform(other)))
			.min(Comparator.comparingInt((other) -> distance(uniform(name), uniform(other))))
			.orElse(null);
	}

	private static boolean isSimilar(String one, String other) {
		return 4 * distance(one, other) <= Math.max(one.length(), other.length())
				&& one.replaceAll("\\D", "").equals(other.replaceAll("\\D", ""));
	}

	/** How many characters are missing, superfluous, wrong, or swapped with the next. */
	private static int distance(String one, String other) {
		int[][] distances = new int[one.length() + 1][other.length() + 1];
		for (int i = 0; i <= one.length(); i++) {
			for (int j = 0; j <= other.length(); j++) {
				if (i == 0 || j == 0) {
					distances[i][j] = i + j;
					continue;
				}
				int wrong = (one.charAt(i - 1) != other.charAt(j - 1)) ? 1 : 0;
				int shortest = Math.min(distances[i - 1][j - 1] + wrong,
						Math.min(distances[i - 1][j], distances[i][j - 1]) + 1);
				boolean swapped = i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2)
						&& one.charAt(i - 2) == other.charAt(j - 1);
				distances[i][j] = swapped ? Math.min(shortest, distances[i - 2][j - 2] + 1) : shortest;
			}
		}
		return distances[one.length()][other.length()];
	}

}
