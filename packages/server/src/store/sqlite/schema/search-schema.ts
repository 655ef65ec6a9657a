// A trigram index of the texts of sessions, so that any part of a word is found in any script. It stores only which texts contain
// a trigram, not where: the texts themselves are compared afterwards and cannot be restored from the index.

/** Only this much of a long text is searched. */
export const SEARCHED_CHARACTERS = 8_192

/** Precedes two hex digits of the project id. Together they form one trigram, which excludes the texts of most other projects. */
export const PLACE_MARK = '\u0001'

const wordsOf = (text: string, row: string) =>
  `substr(${text}, 1, ${SEARCHED_CHARACTERS}) || char(10, 1) || lower(hex(substr(${row}.project_id, 16, 1)))`

const add = (text: string, row: string, session: string, message: string) => `
  INSERT INTO session_texts (project_id, session_id, message_id) SELECT ${row}.project_id, ${session}, ${message} WHERE ${text} <> '';
  INSERT INTO session_words (rowid, words) SELECT last_insert_rowid(), ${wordsOf(text, row)} WHERE ${text} <> '';`

const remove = (text: string, row: string, condition: string) => `
  INSERT INTO session_words (session_words, rowid, words) SELECT 'delete', id, ${wordsOf(text, row)} FROM session_texts WHERE ${condition};
  DELETE FROM session_texts WHERE ${condition};`

const ofMessage = (row: string) => `message_id = ${row}.id`
const ofTitle = (row: string) => `session_id = ${row}.id AND message_id IS NULL`

export const searchSchema = `
CREATE TABLE session_texts (id INTEGER PRIMARY KEY, project_id BLOB NOT NULL, session_id BLOB NOT NULL, message_id BLOB);
CREATE INDEX texts_by_message ON session_texts (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX texts_by_title ON session_texts (session_id) WHERE message_id IS NULL;
CREATE VIRTUAL TABLE session_words USING fts5 (words, tokenize = 'trigram', content = '', detail = 'none');

INSERT INTO session_texts (project_id, session_id, message_id)
  SELECT project_id, session_id, id FROM (
    SELECT project_id, session_id, id, created_at FROM messages WHERE content <> ''
    UNION ALL SELECT project_id, id, NULL, created_at FROM sessions WHERE title <> ''
  ) ORDER BY created_at;
INSERT INTO session_words (rowid, words)
  SELECT t.id, ${wordsOf('m.content', 't')} FROM session_texts AS t JOIN messages AS m ON m.id = t.message_id;
INSERT INTO session_words (rowid, words)
  SELECT t.id, ${wordsOf('s.title', 't')} FROM session_texts AS t JOIN sessions AS s ON s.id = t.session_id WHERE t.message_id IS NULL;

CREATE TRIGGER find_new_message AFTER INSERT ON messages BEGIN ${add('new.content', 'new', 'new.session_id', 'new.id')}
END;
CREATE TRIGGER find_changed_message AFTER UPDATE OF content ON messages WHEN old.content <> new.content BEGIN ${remove('old.content', 'old', ofMessage('old'))}${add('new.content', 'new', 'new.session_id', 'new.id')}
END;
CREATE TRIGGER forget_message AFTER DELETE ON messages BEGIN ${remove('old.content', 'old', ofMessage('old'))}
END;
CREATE TRIGGER find_new_session AFTER INSERT ON sessions BEGIN ${add('new.title', 'new', 'new.id', 'NULL')}
END;
CREATE TRIGGER find_renamed_session AFTER UPDATE OF title ON sessions WHEN old.title <> new.title BEGIN ${remove('old.title', 'old', ofTitle('old'))}${add('new.title', 'new', 'new.id', 'NULL')}
END;
CREATE TRIGGER forget_session AFTER DELETE ON sessions BEGIN ${remove('old.title', 'old', ofTitle('old'))}
END;
`
