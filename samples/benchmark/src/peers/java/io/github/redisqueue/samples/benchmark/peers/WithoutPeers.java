package io.github.redisqueue.samples.benchmark.peers;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;

/**
 * Keeps the auto-configurations of peers out of all applications. The application of a
 * peer imports what it needs.
 */
final class WithoutPeers implements AutoConfigurationImportFilter {

	@Override
	public boolean[] match(@Nullable String[] configurations, AutoConfigurationMetadata metadata) {
		boolean[] matches = new boolean[configurations.length];
		for (int i = 0; i < matches.length; i++) {
			String configuration = configurations[i];
			matches[i] = configuration == null || !configuration.startsWith("com.github.sonus21.");
		}
		return matches;
	}

}
