create table if not exists orders (
	id varchar(36) primary key,
	tenant varchar(64) not null,
	customer varchar(64) not null,
	sku varchar(64) not null,
	quantity int not null,
	total decimal(12, 2) not null,
	status varchar(20) not null
);
