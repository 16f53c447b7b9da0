package io.github.redisqueue.testing.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class ShopApplication {

}
