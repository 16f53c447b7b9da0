package io.github.redisqueue.console;

/**
 * The console does not start, because unauthenticated requests would reach it.
 */
public final class UnprotectedConsoleException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String path;

	private final boolean reactive;

	/**
	 * Creates an exception.
	 * @param path the path of the console
	 * @param reactive whether the application uses Spring WebFlux
	 * @param reason why strangers can use the console
	 */
	public UnprotectedConsoleException(String path, boolean reactive, String reason) {
		super("The console of the queues at " + path + " is not protected: " + reason);
		this.path = path;
		this.reactive = reactive;
	}

	/**
	 * What to do.
	 * @return how to protect the console
	 */
	public String action() {
		return "Let Spring Security protect " + this.path + " and all below it. "
				+ "With spring-boot-starter-security on the classpath, that is for example:\n\n"
				+ (this.reactive ? reactive() : servlet()) + "\n"
				+ "If something other than Spring Security protects it, or for a development machine, set "
				+ "redis-queue.console.allow-unprotected=true.";
	}

	private String servlet() {
		return """
				    @Bean
				    @Order(1)
				    SecurityFilterChain console(HttpSecurity http) {
				        return http.securityMatcher("%s/**")
				            .authorizeHttpRequests((requests) -> requests.anyRequest().hasRole("OPERATOR"))
				            .httpBasic(Customizer.withDefaults())
				            .build();
				    }
				""".formatted(this.path);
	}

	private String reactive() {
		return """
				    @Bean
				    @Order(1)
				    SecurityWebFilterChain console(ServerHttpSecurity http) {
				        return http.securityMatcher(ServerWebExchangeMatchers.pathMatchers("%s/**"))
				            .authorizeExchange((exchanges) -> exchanges.anyExchange().hasRole("OPERATOR"))
				            .httpBasic(Customizer.withDefaults())
				            .build();
				    }
				""".formatted(this.path);
	}

}
