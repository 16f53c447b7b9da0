package io.github.redisqueue.test.lua;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.luaj.vm2.ast.Block;
import org.luaj.vm2.ast.Chunk;
import org.luaj.vm2.ast.Exp;
import org.luaj.vm2.ast.FuncBody;
import org.luaj.vm2.ast.Name;
import org.luaj.vm2.ast.Stat;
import org.luaj.vm2.ast.Visitor;
import org.luaj.vm2.parser.LuaParser;
import org.luaj.vm2.parser.ParseException;

/**
 * Finds names that a block of a script calls for, and that something else in between has:
 * see {@code ScriptSource}.
 */
public final class HiddenNames extends Visitor {

	private final Map<String, Set<String>> created = new HashMap<>();

	private final Deque<List<String>> scopes = new ArrayDeque<>();

	private final Set<String> hidden = new TreeSet<>();

	private List<String> before = List.of();

	private HiddenNames() {
	}

	/**
	 * Finds the names of a script.
	 * @param text its text
	 * @return the names of functions and constants that a call of {@code use_…} creates
	 * where a local or a parameter has the same name
	 */
	public static Set<String> of(String text) {
		HiddenNames names = new HiddenNames();
		try {
			Chunk chunk = new LuaParser(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).Chunk();
			chunk.accept(names);
		}
		catch (ParseException ex) {
			throw new IllegalArgumentException(ex);
		}
		return names.hidden;
	}

	@Override
	public void visit(Block block) {
		this.scopes.push(new ArrayList<>());
		super.visit(block);
		this.scopes.pop();
	}

	@Override
	public void visit(FuncBody body) {
		in(body.parlist.names, () -> super.visit(body));
	}

	@Override
	public void visit(Stat.NumericFor loop) {
		in(List.of(loop.name), () -> super.visit(loop));
	}

	@Override
	public void visit(Stat.GenericFor loop) {
		in(loop.names, () -> super.visit(loop));
	}

	private void in(Collection<?> names, Runnable visit) {
		this.scopes.push(new ArrayList<>());
		declare(names);
		visit.run();
		this.scopes.pop();
	}

	@Override
	public void visit(Stat.LocalAssign assignment) {
		super.visit(assignment);
		declare(assignment.names);
	}

	@Override
	public void visit(Stat.LocalFuncDef function) {
		if (function.name.name.startsWith("use_")) {
			this.created.put(function.name.name, new TreeSet<>(this.before));
		}
		declare(List.of(function.name));
		super.visit(function);
	}

	private void declare(Collection<?> names) {
		this.before = (names != null) ? names.stream().map((name) -> ((Name) name).name).toList() : List.of();
		this.scopes.element().addAll(this.before);
	}

	@Override
	public void visit(Stat.FuncCallStat call) {
		if (call.funccall.lhs instanceof Exp.NameExp function && function.name.name.startsWith("use_")) {
			for (String name : this.created.get(function.name.name)) {
				if (this.scopes.stream().flatMap(List::stream).filter(name::equals).count() != 1) {
					this.hidden.add(name);
				}
			}
		}
		super.visit(call);
	}

}
