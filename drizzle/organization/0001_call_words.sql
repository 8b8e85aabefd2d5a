CREATE VIRTUAL TABLE call_words USING fts5(words, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
