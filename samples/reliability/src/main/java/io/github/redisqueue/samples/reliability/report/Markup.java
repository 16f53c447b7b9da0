package io.github.redisqueue.samples.reliability.report;

import java.io.Writer;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes XML elements with a stream writer, which escapes texts. Not thread-safe.
 */
final class Markup {

	private final XMLStreamWriter xml;

	Markup(Writer writer) {
		try {
			this.xml = XMLOutputFactory.newInstance().createXMLStreamWriter(writer);
		}
		catch (XMLStreamException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Begins the document. */
	Markup document(String type) {
		return write(() -> this.xml.writeDTD(type));
	}

	/** Opens an element. The attributes are alternating names and values. */
	Markup open(String name, Object... attributes) {
		return write(() -> {
			this.xml.writeStartElement(name);
			attributes(attributes);
		});
	}

	/** Closes the element that was opened last. */
	Markup close() {
		return write(this.xml::writeEndElement);
	}

	/** Writes an element with a text. */
	Markup element(String name, String text, Object... attributes) {
		open(name, attributes);
		write(() -> this.xml.writeCharacters(text));
		return close();
	}

	/** Writes an element that can have no content. */
	Markup empty(String name, Object... attributes) {
		return write(() -> {
			this.xml.writeEmptyElement(name);
			attributes(attributes);
		});
	}

	/** Ends the document. */
	void end() {
		write(() -> {
			this.xml.writeEndDocument();
			this.xml.flush();
		});
	}

	private void attributes(Object... attributes) throws XMLStreamException {
		for (int i = 0; i < attributes.length; i += 2) {
			this.xml.writeAttribute(attributes[i].toString(), attributes[i + 1].toString());
		}
	}

	private Markup write(Step step) {
		try {
			step.run();
			return this;
		}
		catch (XMLStreamException ex) {
			throw new IllegalStateException("The HTML report cannot be written", ex);
		}
	}

	private interface Step {

		void run() throws XMLStreamException;

	}

}
