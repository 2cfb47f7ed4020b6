-- The order in which people look for names: numbers by their value, then Chinese by pinyin, then letters.
create collation names (provider = icu, locale = 'zh-u-kn-true');

-- Chinese numbers up to ninety-nine as digits, for the names of classes and groups: 二班 comes before 十一班.
create function with_digits(name text) returns text language sql immutable parallel safe strict as $$
  select translate(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      name, '([一二三四五六七八九])十([一二三四五六七八九])', '\1\2', 'g'),
      '([一二三四五六七八九])十', '\10', 'g'),
      '十([一二三四五六七八九])', '1\1', 'g'),
      '十', '10', 'g'),
    '一二三四五六七八九', '123456789')
$$;
