package io.github.redisqueue.test.lua;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.luaj.vm2.ast.Chunk;
import org.luaj.vm2.ast.Exp;
import org.luaj.vm2.ast.FuncBody;
import org.luaj.vm2.ast.Name;
import org.luaj.vm2.ast.NameResolver;
import org.luaj.vm2.ast.Stat;
import org.luaj.vm2.ast.Visitor;
import org.luaj.vm2.parser.LuaParser;
import org.luaj.vm2.parser.ParseException;

/**
 * One file of a script, parsed. Names are resolved within the file: a name that no local
 * of the file declares is free. Files are equal if their paths are: comparing the texts
 * took a tenth of the time of all tests.
 *
 * @param path its path below the folder of scripts, without {@code .lua}
 * @param text its text
 * @param includes the paths that it includes
 * @param definitions the functions and constants that it declares at its top level
 * @param running the statements at its top level that do anything else, by line
 * @param free its free names
 * @param written the names of what its functions assign to without declaring it
 */
public record LuaFile(String path, String text, Set<String> includes, Set<String> definitions, List<String> running,
		Set<String> free, Set<String> written) {

	private static final Pattern INCLUDE = Pattern.compile("(?m)^\t*-- include (\\S+)$");

	/**
	 * Parses a file.
	 * @param path its path below the folder of scripts, without {@code .lua}
	 * @param text its text
	 * @return the file
	 */
	public static LuaFile parse(String path, String text) {
		Chunk chunk;
		try {
			chunk = new LuaParser(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).Chunk();
		}
		catch (ParseException ex) {
			throw new IllegalArgumentException(path + ".lua: " + ex.getMessage(), ex);
		}
		chunk.accept(new NameResolver());
		Set<String> includes = new LinkedHashSet<>();
		INCLUDE.matcher(text).results().forEach((include) -> includes.add(include.group(1)));
		Set<String> definitions = new TreeSet<>();
		List<String> running = new ArrayList<>();
		for (Object statement : chunk.block.stats) {
			if (statement instanceof Stat.LocalFuncDef function) {
				definitions.add(function.name.name);
			}
			else if (statement instanceof Stat.LocalAssign assignment && isConstant(assignment)) {
				for (Object name : assignment.names) {
					definitions.add(((Name) name).name);
				}
			}
			else {
				running.add("line " + ((Stat) statement).beginLine);
			}
		}
		Names names = new Names(definitions);
		chunk.accept(names);
		return new LuaFile(path, text, includes, definitions, running, names.free, names.written);
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof LuaFile file && file.path.equals(this.path);
	}

	@Override
	public int hashCode() {
		return this.path.hashCode();
	}

	/** Whether only values are assigned that are there before the script runs. */
	private static boolean isConstant(Stat.LocalAssign assignment) {
		if (assignment.values == null) {
			return false;
		}
		for (Object value : assignment.values) {
			if (!isConstant(value)) {
				return false;
			}
		}
		return true;
	}

	private static boolean isConstant(Object value) {
		if (value instanceof Exp.BinopExp binary) {
			return isConstant(binary.lhs) && isConstant(binary.rhs);
		}
		return value instanceof Exp.Constant || (value instanceof Exp.UnopExp unary && isConstant(unary.rhs));
	}

	/** Collects the names that a file uses without declaring them. */
	private static final class Names extends Visitor {

		private final Set<String> free = new TreeSet<>();

		private final Set<String> written = new TreeSet<>();

		private final Set<String> definitions;

		private int depth;

		Names(Set<String> definitions) {
			this.definitions = definitions;
		}

		@Override
		public void visit(FuncBody body) {
			this.depth++;
			super.visit(body);
			this.depth--;
		}

		@Override
		public void visit(Exp.NameExp name) {
			if (!name.name.variable.isLocal()) {
				this.free.add(name.name.name);
			}
		}

		@Override
		public void visit(Stat.Assign assignment) {
			for (Object target : assignment.vars) {
				if (target instanceof Exp.NameExp name && (!name.name.variable.isLocal() || isDefinition(name.name))) {
					this.written.add(name.name.name);
				}
			}
			super.visit(assignment);
		}

		private boolean isDefinition(Name name) {
			return this.depth > 0 && this.definitions.contains(name.name)
					&& name.variable.definingScope.outerScope == null;
		}

	}

}
