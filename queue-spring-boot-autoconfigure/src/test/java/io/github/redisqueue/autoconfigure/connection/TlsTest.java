package io.github.redisqueue.autoconfigure.connection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.function.IntConsumer;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What Boot's properties say of encryption holds for the queues too.
 */
class TlsTest {

	private static final String BUNDLE = "spring.ssl.bundle.pem.redis.";

	@TempDir
	private static Path directory;

	private static SelfSigned ours;

	private static SelfSigned ofSomebodyElse;

	private static SelfSigned forAnotherHost;

	@BeforeAll
	static void makeCertificates() throws Exception {
		ours = SelfSigned.of(Files.createDirectory(directory.resolve("ours")), "ip:127.0.0.1");
		ofSomebodyElse = SelfSigned.of(Files.createDirectory(directory.resolve("other")), "ip:127.0.0.1");
		forAnotherHost = SelfSigned.of(Files.createDirectory(directory.resolve("host")), "dns:redis.example.org");
	}

	@Test
	void aServerThatAsksForACertificateGetsThatOfTheBundle() {
		withServer(ours, "yes",
				(port) -> trusting(ours, port)
					.withPropertyValues(BUNDLE + "keystore.certificate=file:" + ours.certificate(),
							BUNDLE + "keystore.private-key=file:" + ours.key())
					.run((context) -> {
						context.getBean(QueueOperations.class).send("jobs", "hello");
						await().until(() -> context.getBean(QueueContexts.Listener.class).texts.contains("hello"));
					}));
	}

	@Test
	void aCertificateThatTheBundleDoesNotTrustIsRefused() {
		withServer(ours, "no", (port) -> assertIsRefused(trusting(ofSomebodyElse, port)));
	}

	@Test
	void aCertificateOfAnotherHostIsRefused() {
		withServer(forAnotherHost, "no", (port) -> assertIsRefused(trusting(forAnotherHost, port)));
	}

	private static void assertIsRefused(ApplicationContextRunner application) {
		application.run((context) -> {
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> context.getBean(QueueOperations.class).send("jobs", "hello"))
				.havingRootCause()
				.isInstanceOf(GeneralSecurityException.class);
		});
	}

	private static ApplicationContextRunner trusting(SelfSigned certificate, int port) {
		return application(port).withPropertyValues("spring.data.redis.ssl.bundle=redis",
				BUNDLE + "truststore.certificate=file:" + certificate.certificate());
	}

	private static ApplicationContextRunner application(int port) {
		return QueueContexts.withoutRedis()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withBean(QueueContexts.Listener.class)
			.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + port);
	}

	private static void withServer(SelfSigned certificate, String asksForCertificates, IntConsumer work) {
		int port = PrivateRedis.freePort();
		PrivateRedis server = start("tls-port " + port, "tls-cert-file " + certificate.certificate(),
				"tls-key-file " + certificate.key(), "tls-ca-cert-file " + certificate.certificate(),
				"tls-auth-clients " + asksForCertificates);
		try {
			work.accept(port);
		}
		finally {
			server.close();
		}
	}

	private static PrivateRedis start(String... settings) {
		try {
			return PrivateRedis.start(settings);
		}
		catch (IllegalStateException ex) {
			Assumptions.assumeFalse(ex.getMessage().contains("Bad directive"),
					"This redis-server was built without TLS");
			throw ex;
		}
	}

	/**
	 * A certificate that nobody has signed but itself, made anew.
	 *
	 * @param certificate the PEM file of the certificate
	 * @param key the PEM file of its private key
	 */
	private record SelfSigned(Path certificate, Path key) {

		private static final String PASSWORD = "changeit";

		/**
		 * Makes a certificate.
		 * @param directory where to put the files
		 * @param names whom it is made out to, such as {@code ip:127.0.0.1}
		 */
		static SelfSigned of(Path directory, String names)
				throws IOException, GeneralSecurityException, InterruptedException {
			Path store = directory.resolve("store.p12");
			Process keytool = new ProcessBuilder(List.of(
					Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias",
					"redis", "-keyalg", "EC", "-dname", "CN=redis", "-ext", "san=" + names, "-validity", "365",
					"-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD))
				.inheritIO()
				.start();
			assertThat(keytool.waitFor()).isZero();
			KeyStore keys = KeyStore.getInstance("PKCS12");
			try (InputStream in = Files.newInputStream(store)) {
				keys.load(in, PASSWORD.toCharArray());
			}
			return new SelfSigned(
					pem(directory.resolve("certificate.pem"), "CERTIFICATE", keys.getCertificate("redis").getEncoded()),
					pem(directory.resolve("key.pem"), "PRIVATE KEY",
							keys.getKey("redis", PASSWORD.toCharArray()).getEncoded()));
		}

		private static Path pem(Path file, String label, byte[] content) throws IOException {
			return Files.writeString(file, "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(label,
					Base64.getMimeEncoder().encodeToString(content)));
		}

	}

}
