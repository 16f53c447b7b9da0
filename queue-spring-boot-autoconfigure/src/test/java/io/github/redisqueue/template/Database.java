package io.github.redisqueue.template;

import java.util.UUID;

import javax.sql.DataSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A database in memory, with transactions.
 */
@Configuration(proxyBeanMethods = false)
@EnableTransactionManagement
class Database {

	@Bean
	DataSource dataSource() {
		return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
	}

	@Bean
	DataSourceTransactionManager transactionManager(DataSource database) {
		return new DataSourceTransactionManager(database);
	}

	@Bean
	TransactionTemplate transactions(PlatformTransactionManager manager) {
		return new TransactionTemplate(manager);
	}

	@Bean
	JdbcTemplate jdbc(DataSource database) {
		JdbcTemplate jdbc = new JdbcTemplate(database);
		jdbc.execute("create table orders (id varchar(50) primary key)");
		return jdbc;
	}

}
