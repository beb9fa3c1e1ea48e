-- English was the only language, so nobody has chosen it: the language of the browser decides until they do.
update users set preferences = jsonb_set(preferences, '{language}', '"browser"') where preferences ->> 'language' = 'en';
