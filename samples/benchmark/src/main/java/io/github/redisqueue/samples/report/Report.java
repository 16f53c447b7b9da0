package io.github.redisqueue.samples.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import tools.jackson.databind.json.JsonMapper;

/**
 * A report as text, as JSON, and as an HTML page without external resources.
 *
 * @param title the title
 * @param about lines about what was run, and where
 * @param tables the tables
 * @param notes notes below the tables
 */
public record Report(String title, List<String> about, List<Table> tables, List<String> notes) {

	private static final String STYLE = """
			body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1200px; margin: 2em auto; padding: 0 1em }
			h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin: 2em 0 .5em }
			table { border-collapse: collapse; font-variant-numeric: tabular-nums }
			th, td { text-align: right; padding: .25em .8em; border-bottom: 1px solid #ddd; white-space: nowrap }
			th:first-child, td:first-child { text-align: left }
			.scroll { overflow-x: auto } .met, .sound { color: #1a7f37 }
			.missed, .violated { color: #b42318; font-weight: 600 }
			""";

	/** The last words of cells that are marked. */
	private static final Set<String> MARKED = Set.of("met", "missed", "sound", "violated");

	/**
	 * Writes the report as JSON and as an HTML page.
	 * @param directory the directory of both files, which is created if necessary
	 * @throws IOException if a file cannot be written
	 */
	public void write(Path directory, String name, Object figures, PrintWriter out) throws IOException {
		Files.createDirectories(directory);
		Path json = directory.resolve(name + ".json");
		Files.writeString(json, JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(figures));
		Path html = directory.resolve(name + ".html");
		try (Writer writer = Files.newBufferedWriter(html)) {
			writePage(XMLOutputFactory.newInstance().createXMLStreamWriter(writer));
		}
		catch (XMLStreamException ex) {
			throw new IOException("The page " + html + " cannot be written", ex);
		}
		out.println("Written: " + json + " and " + html);
	}

	private void writePage(XMLStreamWriter page) throws XMLStreamException {
		page.writeDTD("<!DOCTYPE html>");
		page.writeStartElement("html");
		page.writeAttribute("lang", "en");
		page.writeStartElement("head");
		page.writeEmptyElement("meta");
		page.writeAttribute("charset", "utf-8");
		element(page, "title", this.title);
		element(page, "style", STYLE);
		page.writeEndElement();
		page.writeStartElement("body");
		element(page, "h1", this.title);
		for (String line : this.about) {
			element(page, "p", line);
		}
		for (Table table : this.tables) {
			writeTable(page, table);
		}
		page.writeStartElement("ul");
		for (String note : this.notes) {
			element(page, "li", note);
		}
		page.writeEndDocument();
		page.flush();
	}

	private static void writeTable(XMLStreamWriter page, Table table) throws XMLStreamException {
		element(page, "h2", table.title());
		page.writeStartElement("div");
		page.writeAttribute("class", "scroll");
		page.writeStartElement("table");
		writeRow(page, "th", table.columns());
		for (List<String> row : table.rows()) {
			writeRow(page, "td", row);
		}
		page.writeEndElement();
		page.writeEndElement();
	}

	private static void writeRow(XMLStreamWriter page, String cell, List<String> texts) throws XMLStreamException {
		page.writeStartElement("tr");
		for (String text : texts) {
			String last = text.substring(text.lastIndexOf(' ') + 1);
			page.writeStartElement(cell);
			if (MARKED.contains(last)) {
				page.writeAttribute("class", last);
			}
			page.writeCharacters(text);
			page.writeEndElement();
		}
		page.writeEndElement();
	}

	private static void element(XMLStreamWriter page, String name, String text) throws XMLStreamException {
		page.writeStartElement(name);
		page.writeCharacters(text);
		page.writeEndElement();
	}

	/**
	 * The report as text.
	 * @return the title, the tables and the notes
	 */
	public String text() {
		StringBuilder text = new StringBuilder("%n%s: %s%n".formatted(this.title, String.join(" ", this.about)));
		for (Table table : this.tables) {
			int[] widths = IntStream.range(0, table.columns().size()).map(table::width).toArray();
			text.append("%n%s%n".formatted(table.title()));
			append(table.columns(), widths, text);
			text.append("-".repeat(IntStream.of(widths).sum() + 2 * (widths.length - 1))).append("%n".formatted());
			table.rows().forEach((row) -> append(row, widths, text));
		}
		text.append("%n".formatted());
		this.notes.forEach((note) -> text.append("- %s%n".formatted(note)));
		return text.toString();
	}

	private static void append(List<String> cells, int[] widths, StringBuilder text) {
		for (int i = 0; i < widths.length; i++) {
			String space = " ".repeat(widths[i] - cells.get(i).length());
			text.append((i == 0) ? cells.get(i) + space : "  " + space + cells.get(i));
		}
		text.append("%n".formatted());
	}

}
