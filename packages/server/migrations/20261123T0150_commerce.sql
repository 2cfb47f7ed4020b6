-- A statement may name money in a currency that the books are not kept in: `their_fen` is its minor unit.
alter table payment_differences add column their_currency text not null default 'CNY';
