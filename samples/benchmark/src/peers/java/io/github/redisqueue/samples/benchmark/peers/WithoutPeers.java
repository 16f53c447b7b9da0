package io.github.redisqueue.samples.benchmark.peers;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Keeps the auto-configurations of peers out of all applications but their own.
 */
final class WithoutPeers implements AutoConfigurationImportFilter, EnvironmentAware {

	/** The property with which an application wants them. */
	static final String PEERS = "benchmark.peers";

	private boolean wanted;

	@Override
	public void setEnvironment(Environment environment) {
		this.wanted = environment.getProperty(PEERS, Boolean.class, false);
	}

	@Override
	public boolean[] match(@Nullable String[] configurations, AutoConfigurationMetadata metadata) {
		boolean[] matches = new boolean[configurations.length];
		for (int i = 0; i < matches.length; i++) {
			String configuration = configurations[i];
			matches[i] = this.wanted || configuration == null || !configuration.startsWith("com.github.sonus21.");
		}
		return matches;
	}

}
