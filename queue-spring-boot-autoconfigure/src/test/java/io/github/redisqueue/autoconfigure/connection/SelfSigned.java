package io.github.redisqueue.autoconfigure.connection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A certificate that nobody has signed but itself, made anew.
 *
 * @param certificate the PEM file of the certificate
 * @param key the PEM file of its private key
 */
record SelfSigned(Path certificate, Path key) {

	private static final String PASSWORD = "changeit";

	/**
	 * Makes a certificate.
	 * @param directory where to put the files
	 * @param names whom it is made out to, such as {@code ip:127.0.0.1}
	 */
	static SelfSigned of(Path directory, String names)
			throws IOException, GeneralSecurityException, InterruptedException {
		Path store = directory.resolve("store.p12");
		Process keytool = new ProcessBuilder(
				List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias",
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
