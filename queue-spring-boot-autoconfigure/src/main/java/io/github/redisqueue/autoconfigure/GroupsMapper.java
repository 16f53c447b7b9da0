package io.github.redisqueue.autoconfigure;

import java.util.function.Function;

import io.github.redisqueue.Groups;
import io.github.redisqueue.RateLimit;
import org.jspecify.annotations.Nullable;

/**
 * Converts the properties for groups of jobs. There are none for all queues.
 */
final class GroupsMapper {

	private static final int MOST_OPEN = 10_000;

	private final OptionPicker options;

	GroupsMapper(OptionPicker options) {
		this.options = options;
	}

	/**
	 * How a queue treats jobs that have a group.
	 * @param queue the name of the queue
	 * @return the groups, or null if its jobs have none
	 */
	@Nullable Groups groups(String queue) {
		Option<Boolean> enabled = option(queue, "enabled", GroupOptions::getEnabled);
		Option<Integer> maxOpen = option(queue, "max-open", GroupOptions::getMaxOpen);
		Option<String> rate = option(queue, "rate", GroupOptions::getRate);
		if (enabled == null || !enabled.value()) {
			refuse(maxOpen, queue);
			refuse(rate, queue);
			return null;
		}
		return new Groups((maxOpen != null)
				? maxOpen.mustBe((number) -> number >= 1 && number <= MOST_OPEN, "between 1 and " + MOST_OPEN) : 1,
				(rate != null) ? rate(rate) : null);
	}

	/** The jobs of a group become ready evenly spaced. */
	private static RateLimit rate(Option<String> text) {
		return LimitsMapper.rate(text).withBurst(1);
	}

	private static void refuse(@Nullable Option<?> option, String queue) {
		if (option != null) {
			throw new InvalidQueuePropertyException(option.property(),
					option.property() + " is set to " + Option.print(option.value())
							+ ", but the jobs of the queue have no groups: " + enabled(queue) + " is not true",
					null);
		}
	}

	/** The name of the property that enables the groups of a queue. */
	static String enabled(String queue) {
		return OptionPicker.nameOf(queue, "groups.enabled");
	}

	private <T> @Nullable Option<T> option(String queue, String name, Function<GroupOptions, @Nullable T> getter) {
		return this.options.own(queue, "groups." + name, (own) -> getter.apply(own.getGroups()));
	}

}
