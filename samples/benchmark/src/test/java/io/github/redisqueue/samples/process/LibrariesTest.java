package io.github.redisqueue.samples.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LibrariesTest {

	private static final String CORE = "io/github/redisqueue/WorkQueues.class";

	private static final String AUTOCONFIGURE = "io/github/redisqueue/template/QueueTemplate.class";

	@TempDir
	private Path directory;

	private Libraries libraries;

	@BeforeEach
	void findCurrent() throws Exception {
		this.libraries = new Libraries(this.directory.resolve("program"));
	}

	@Test
	void theCurrentProgramHasTheClassPathOfThisJvm() {
		assertThat(entries(this.libraries.current())).isEqualTo(entries(Program.current()));
	}

	@Test
	void theJarsOfAFolderReplaceTheLibrariesOfThisVersionAndNothingElse() throws Exception {
		Path core = jar("core.jar", CORE);
		Path autoconfigure = jar("autoconfigure.jar", AUTOCONFIGURE);
		Program previous = this.libraries.previous(this.directory.toString(), this.directory);
		List<String> current = entries(this.libraries.current());
		assertThat(entries(previous)).startsWith(autoconfigure.toString(), core.toString())
			.hasSameSizeAs(current)
			.filteredOn(current::contains)
			.hasSize(current.size() - 2);
	}

	@Test
	void aClassPathMayHaveFoldersOfClasses() throws Exception {
		Path both = Files.createDirectories(this.directory.resolve("both"));
		for (String name : List.of(CORE, AUTOCONFIGURE)) {
			Files.createDirectories(both.resolve(name).getParent());
			Files.createFile(both.resolve(name));
		}
		String classPath = both + File.pathSeparator + jar("other.jar", "Other.class");
		assertThat(entries(this.libraries.previous(classPath, this.directory))).startsWith(both.toString())
			.hasSize(entries(this.libraries.current()).size());
	}

	@Test
	void oneLibraryAloneIsRefusedWithWhatIsAllowed() throws Exception {
		String core = jar("core.jar", CORE).toString();
		assertThatIllegalArgumentException().isThrownBy(() -> this.libraries.previous(core, this.directory))
			.withMessageStartingWith(core)
			.withMessageContainingAll("queue-core", "queue-spring-boot-autoconfigure", "folder", "class path", "Maven");
	}

	private static List<String> entries(Program program) {
		return Stream.of(program.classPath().split(File.pathSeparator)).toList();
	}

	private Path jar(String file, String entry) throws Exception {
		Path jar = this.directory.resolve(file);
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
			out.putNextEntry(new JarEntry(entry));
		}
		return jar;
	}

}
